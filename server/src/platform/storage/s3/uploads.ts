import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { addSeconds, type Clock } from '../../clock.ts'
import type { Part, Storage, UnfinishedWrite } from '../storage.ts'
import { hasStatus, missingAsNull, type S3Bucket, unquote } from './bucket.ts'
import type { S3Objects } from './objects.ts'

export type S3Uploads = Pick<
  Storage,
  'createMultipart' | 'partTarget' | 'listParts' | 'completeMultipart' | 'abortMultipart' | 'listUnfinished'
>

/** Uploads in parts to a bucket. */
export function s3Uploads(
  { client, name: Bucket, at }: S3Bucket,
  objects: Pick<S3Objects, 'head'>,
  clock: Clock,
): S3Uploads {
  const uploads: S3Uploads = {
    async createMultipart(key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(key)))
      if (UploadId === undefined) throw new Error('the bucket gave no id for an upload in parts')
      return UploadId
    },

    async partTarget(key, UploadId, PartNumber, lifetimeSeconds) {
      const command = new UploadPartCommand({ ...at(key), UploadId, PartNumber })
      const url = await getSignedUrl(client, command, { expiresIn: lifetimeSeconds })
      return { url, headers: {}, expiresAt: addSeconds(clock.now(), lifetimeSeconds) }
    },

    async listParts(key, UploadId) {
      const parts: Part[] = []
      let PartNumberMarker: string | undefined
      do {
        const found = await missingAsNull(
          client.send(
            new ListPartsCommand({ ...at(key), UploadId, ...(PartNumberMarker ? { PartNumberMarker } : {}) }),
          ),
        )
        if (found === null) return null
        for (const { PartNumber, ETag, Size } of found.Parts ?? []) {
          if (PartNumber !== undefined)
            parts.push({ partNumber: PartNumber, etag: unquote(ETag), size: Size ?? 0 })
        }
        PartNumberMarker = found.IsTruncated ? found.NextPartNumberMarker : undefined
      } while (PartNumberMarker !== undefined)
      return parts
    },

    async completeMultipart(key, UploadId, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` }))
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts } }),
        )
      } catch (error) {
        if (!hasStatus(error, 404)) throw error
      }
      const stored = await objects.head(key)
      if (stored === null) throw new Error('the bucket does not have the file that was completed')
      return stored
    },

    async abortMultipart(key, UploadId) {
      await missingAsNull(client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId })))
    },

    async *listUnfinished(prefix, before) {
      let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
      while (next !== null) {
        const found: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: `${prefix}/`, ...next }),
        )
        yield (found.Uploads ?? []).flatMap(({ Key, UploadId, Initiated }): UnfinishedWrite[] =>
          Key === undefined || UploadId === undefined || Initiated === undefined || Initiated >= before
            ? []
            : [{ id: UploadId, discard: () => uploads.abortMultipart(Key, UploadId) }],
        )
        const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = found
        next = IsTruncated ? { KeyMarker, UploadIdMarker } : null
      }
    },
  }
  return uploads
}
