import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { type S3Bucket, unquote } from '../../../../platform/storage/s3/bucket.ts'
import type { FileFacts } from '../file-store.ts'

/** Larger objects are copied in parts, since a service may answer only when a copy is complete. */
const PART_BYTES = 256 * 1024 ** 2
/** Most parts of an object. */
const MOST_PARTS = 10_000
/** The version that a copy in parts was made of: its own ETag is another one. */
const COPY_OF = 'kinora-copy-of'

/** Whether an object is a copy of a version of another one. */
export function isCopyOf(
  { Metadata, ContentLength, ETag }: HeadObjectCommandOutput,
  file: FileFacts,
): boolean {
  const { size, etag } = file
  return ContentLength === size && (unquote(ETag) === etag || (etag !== null && Metadata?.[COPY_OF] === etag))
}

/** Copies an object within its bucket, if it is still the same. @param abortSignal ends the copy */
export async function copyObject(
  { client, name }: S3Bucket,
  from: string,
  to: string,
  { size, etag }: FileFacts,
  abortSignal: AbortSignal,
): Promise<void> {
  const options = { abortSignal }
  const source = {
    CopySource: `${name}/${from.split('/').map(encodeURIComponent).join('/')}`,
    ...(etag !== null && { CopySourceIfMatch: `"${etag}"` }),
  }
  const target = { Bucket: name, Key: to }
  if (size <= PART_BYTES) {
    await client.send(new CopyObjectCommand({ ...target, ...source }), options)
    return
  }
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS))
  const { ContentType, Metadata } = await client.send(
    new HeadObjectCommand({ Bucket: name, Key: from }),
    options,
  )
  const kept = { ContentType, Metadata: { ...Metadata, ...(etag !== null && { [COPY_OF]: etag }) } }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ...kept }), options)
  try {
    const Parts: { readonly PartNumber: number; readonly ETag: string }[] = []
    for (let start = 0; start < size; start += partBytes) {
      const PartNumber = Parts.length + 1
      const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, size) - 1}`
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({ ...target, ...source, UploadId, PartNumber, CopySourceRange }),
        options,
      )
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag ?? '' })
    }
    const completed = { ...target, UploadId, MultipartUpload: { Parts } }
    await client.send(new CompleteMultipartUploadCommand(completed), options)
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined)
    throw error
  }
}
