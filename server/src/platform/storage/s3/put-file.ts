import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import { UploadPartCommand } from '@aws-sdk/client-s3'
import type { StoredObject } from '../storage.ts'
import { type S3Bucket, unquote } from './bucket.ts'
import type { S3Objects } from './objects.ts'
import type { S3Uploads } from './uploads.ts'

/** Files up to this size are sent in one request, and larger ones in parts of this size. Each is read into memory
 * first: the client cannot repeat a request whose body is a stream. */
const REQUEST_BYTES = 32 * 1024 ** 2

/** Makes the function that moves a local file into a bucket. */
export function putFileInto(
  bucket: S3Bucket,
  objects: Pick<S3Objects, 'put'>,
  uploads: Pick<S3Uploads, 'createMultipart' | 'completeMultipart' | 'abortMultipart'>,
) {
  return async (key: string, path: string, contentType: string): Promise<StoredObject> => {
    const { size } = await stat(path)
    const stored =
      size <= REQUEST_BYTES
        ? await objects.put(key, await readFile(path), contentType)
        : await putLargeFile(key, path, size)
    await rm(path, { force: true })
    return stored
  }

  async function putLargeFile(key: string, path: string, size: number): Promise<StoredObject> {
    const file = await open(path)
    try {
      const multipartId = await uploads.createMultipart(key, size, REQUEST_BYTES)
      try {
        const parts = await putParts(bucket, key, multipartId, file, size)
        return await uploads.completeMultipart(key, multipartId, parts)
      } catch (error) {
        await uploads.abortMultipart(key, multipartId)
        throw error
      }
    } finally {
      await file.close()
    }
  }
}

async function putParts(
  { client, at }: S3Bucket,
  key: string,
  UploadId: string,
  file: FileHandle,
  size: number,
) {
  const parts: { partNumber: number; etag: string }[] = []
  for (let start = 0; start < size; start += REQUEST_BYTES) {
    const PartNumber = parts.length + 1
    const Body = await readPart(file, start, Math.min(REQUEST_BYTES, size - start))
    const { ETag } = await client.send(new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body }))
    parts.push({ partNumber: PartNumber, etag: unquote(ETag) })
  }
  return parts
}

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start)
  if (bytesRead < length) throw new Error('the file became shorter while it was stored')
  return buffer
}
