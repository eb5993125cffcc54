import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Bucket } from '../../../../platform/storage/s3/bucket.ts'
import { chunksOf, type NewFile } from '../file-store.ts'
import { UPLOAD_BYTES } from './limits.ts'

/** Most parts of an object. */
const MOST_PARTS = 10_000

/** Writes an object, a large one in parts. It appears when it is whole. @param abortSignal ends the write */
export async function putObject(
  { client, name }: S3Bucket,
  key: string,
  file: NewFile,
  abortSignal: AbortSignal,
): Promise<void> {
  const options = { abortSignal }
  const target = { Bucket: name, Key: key }
  const { size, type: ContentType } = file
  if (size <= UPLOAD_BYTES) {
    const Body = await file.read(0, size)
    await client.send(new PutObjectCommand({ ...target, ContentType, Body }), options)
    return
  }
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ContentType }),
    options,
  )
  try {
    const Parts: { readonly PartNumber: number; readonly ETag: string }[] = []
    for await (const { bytes } of chunksOf(file, Math.max(UPLOAD_BYTES, Math.ceil(size / MOST_PARTS)))) {
      const PartNumber = Parts.length + 1
      const part = new UploadPartCommand({ ...target, UploadId, PartNumber, Body: bytes })
      const { ETag = '' } = await client.send(part, options)
      Parts.push({ PartNumber, ETag })
    }
    const completed = { ...target, UploadId, MultipartUpload: { Parts } }
    await client.send(new CompleteMultipartUploadCommand(completed), options)
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined)
    throw error
  }
}
