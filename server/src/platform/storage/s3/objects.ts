import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { publicId } from '../../database/ids.ts'
import type { ByteRange, Storage } from '../storage.ts'
import { hasStatus, missingAsNull, type S3Bucket, unquote } from './bucket.ts'

export type S3Objects = Pick<
  Storage,
  'put' | 'putNew' | 'head' | 'read' | 'stream' | 'localFile' | 'delete' | 'deleteAll' | 'list'
>

/** Writes, reads, lists and deletes whole objects of a bucket. */
export function s3Objects({ client, name: Bucket, at }: S3Bucket): S3Objects {
  const objects: S3Objects = {
    async put(key, body, ContentType) {
      const { ETag } = await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType }))
      return { size: body.byteLength, etag: unquote(ETag) }
    },

    async putNew(key, body, ContentType) {
      try {
        await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType, IfNoneMatch: '*' }))
        return true
      } catch (error) {
        if (hasStatus(error, 412) || hasStatus(error, 409)) return false
        throw error
      }
    },

    async head(key) {
      const found = await missingAsNull(client.send(new HeadObjectCommand(at(key))))
      return found === null ? null : { size: found.ContentLength ?? 0, etag: unquote(found.ETag) }
    },

    async read(key, range) {
      const found = await get(key, range)
      return found === null ? null : Buffer.from(await found.transformToByteArray())
    },

    async stream(key, range) {
      const found = await get(key, range)
      return found instanceof Readable ? found : null
    },

    async localFile(key, folder, signal) {
      const body = await objects.stream(key)
      if (body === null) return null
      // The folder may already contain a file.
      const path = join(folder, `lent-${publicId()}`)
      await pipeline(body, createWriteStream(path, { mode: 0o644 }), { signal })
      return path
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },

    async deleteAll(prefix) {
      for (;;) {
        const { Contents = [] } = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/` }),
        )
        const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]))
        if (Objects.length === 0) return
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors[0]) throw new Error(`the bucket kept ${Errors[0].Key}: ${Errors[0].Message}`)
      }
    },

    async list(prefix) {
      const keys: string[] = []
      let ContinuationToken: string | undefined
      do {
        const found = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: `${prefix}/`,
            ...(ContinuationToken ? { ContinuationToken } : {}),
          }),
        )
        keys.push(...(found.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])))
        ContinuationToken = found.NextContinuationToken
      } while (ContinuationToken !== undefined)
      return keys.sort()
    },
  }
  return objects

  async function get(key: string, range: ByteRange | undefined) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await missingAsNull(
      client.send(new GetObjectCommand({ ...at(key), ...(Range ? { Range } : {}) })),
    )
    return found?.Body ?? null
  }
}
