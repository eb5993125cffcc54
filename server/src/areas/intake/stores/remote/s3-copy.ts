import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import type { S3Bucket } from '../../../../platform/storage/s3/bucket.ts'
import type { FileFacts } from '../file-store.ts'

/** Larger objects are copied in parts. */
const MOST_COPY_BYTES = 5 * 1024 ** 3
const PART_BYTES = 1024 ** 3

/** Copies an object within its bucket, if it is still the same. */
export async function copyObject(
  { client, name }: S3Bucket,
  from: string,
  to: string,
  { size, etag }: FileFacts,
): Promise<void> {
  const source = {
    CopySource: `${name}/${from.split('/').map(encodeURIComponent).join('/')}`,
    ...(etag !== null && { CopySourceIfMatch: `"${etag}"` }),
  }
  const target = { Bucket: name, Key: to }
  if (size <= MOST_COPY_BYTES) {
    await client.send(new CopyObjectCommand({ ...target, ...source }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  try {
    const Parts: { readonly PartNumber: number; readonly ETag: string }[] = []
    for (let start = 0; start < size; start += PART_BYTES) {
      const PartNumber = Parts.length + 1
      const CopySourceRange = `bytes=${start}-${Math.min(start + PART_BYTES, size) - 1}`
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({ ...target, ...source, UploadId, PartNumber, CopySourceRange }),
      )
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag ?? '' })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined)
    throw error
  }
}
