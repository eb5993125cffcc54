import { publicId } from '../../database/ids.ts'
import type { S3Objects } from './objects.ts'
import type { S3Uploads } from './uploads.ts'

/** Tries everything that Kinora needs of a bucket. */
export async function probeBucket(objects: S3Objects, uploads: S3Uploads): Promise<void> {
  const prefix = `probe-${publicId()}`
  const key = `${prefix}/object`
  try {
    await probeObjects(objects, key)
    await probeParts(uploads, `${key}-parts`)
  } finally {
    await objects.deleteAll(prefix)
  }
}

async function probeObjects(objects: S3Objects, key: string): Promise<void> {
  if (!(await objects.putNew(key, Buffer.from('kinora'), 'text/plain')))
    throw new Error('the bucket refused a new object')
  if (await objects.putNew(key, Buffer.from('other'), 'text/plain')) {
    throw new Error('the bucket does not honor If-None-Match on PUT')
  }
  const range = await objects.read(key, { start: 1, end: 2 })
  if (range?.toString() !== 'in') throw new Error('the bucket does not answer byte ranges')
}

async function probeParts(uploads: S3Uploads, key: string): Promise<void> {
  const multipartId = await uploads.createMultipart(key, 6, 6)
  const { url } = await uploads.partTarget(key, multipartId, 1, 60)
  const answer = await fetch(url, { method: 'PUT', body: 'kinora' })
  if (!answer.ok) throw new Error(`the bucket refused a part by presigned address: ${answer.status}`)
  const parts = await uploads.listParts(key, multipartId)
  if (parts?.length !== 1) throw new Error('the bucket does not list the parts of an upload')
  await uploads.completeMultipart(key, multipartId, parts)
}
