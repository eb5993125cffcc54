import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { addSeconds, type Clock } from '../clock.ts'
import { publicId } from '../database/ids.ts'
import {
  assertKey,
  type ByteRange,
  type Part,
  type Storage,
  type StoredObject,
  type UnfinishedWrite,
} from './storage.ts'

export interface S3Options {
  readonly bucket: string
  readonly endpoint?: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly forcePathStyle: boolean
  readonly clock: Clock
}

/** Files up to this size are sent in one request, and larger ones in parts of this size. Each is read into memory
 * first: the client cannot repeat a request whose body is a stream. */
const REQUEST_BYTES = 32 * 1024 ** 2

/** Stores files in a bucket of any S3-compatible service. */
export function s3Storage(options: S3Options): Storage {
  const { bucket: Bucket, clock } = options
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    forcePathStyle: options.forcePathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Other services refuse checksums that only AWS supports.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    // A stalled bucket must not block a job for hours, nor slow viewers use up all connections.
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 60_000,
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
  })
  const at = (key: string) => {
    assertKey(key)
    return { Bucket, Key: key }
  }

  const storage: Storage = {
    kind: 's3',

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

    async putFile(key, path, ContentType) {
      const { size } = await stat(path)
      const stored =
        size <= REQUEST_BYTES
          ? await storage.put(key, await readFile(path), ContentType)
          : await putLargeFile(key, path, size)
      await rm(path, { force: true })
      return stored
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
      const body = await storage.stream(key)
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
      const stored = await storage.head(key)
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
            : [{ id: UploadId, discard: () => storage.abortMultipart(Key, UploadId) }],
        )
        const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = found
        next = IsTruncated ? { KeyMarker, UploadIdMarker } : null
      }
    },

    async freeBytes() {
      return null
    },

    async probe() {
      const prefix = `probe-${publicId()}`
      const key = `${prefix}/object`
      try {
        await probeObjects(key)
        await probeParts(`${key}-parts`)
      } finally {
        await storage.deleteAll(prefix)
      }
    },
  }
  return storage

  async function get(key: string, range: ByteRange | undefined) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await missingAsNull(
      client.send(new GetObjectCommand({ ...at(key), ...(Range ? { Range } : {}) })),
    )
    return found?.Body ?? null
  }

  async function putLargeFile(key: string, path: string, size: number): Promise<StoredObject> {
    const file = await open(path)
    try {
      const multipartId = await storage.createMultipart(key, size, REQUEST_BYTES)
      try {
        return await storage.completeMultipart(key, multipartId, await putParts(key, multipartId, file, size))
      } catch (error) {
        await storage.abortMultipart(key, multipartId)
        throw error
      }
    } finally {
      await file.close()
    }
  }

  async function putParts(key: string, UploadId: string, file: FileHandle, size: number) {
    const parts: { partNumber: number; etag: string }[] = []
    for (let start = 0; start < size; start += REQUEST_BYTES) {
      const PartNumber = parts.length + 1
      const Body = await readPart(file, start, Math.min(REQUEST_BYTES, size - start))
      const { ETag } = await client.send(new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body }))
      parts.push({ partNumber: PartNumber, etag: unquote(ETag) })
    }
    return parts
  }

  async function probeObjects(key: string): Promise<void> {
    if (!(await storage.putNew(key, Buffer.from('kinora'), 'text/plain')))
      throw new Error('the bucket refused a new object')
    if (await storage.putNew(key, Buffer.from('other'), 'text/plain')) {
      throw new Error('the bucket does not honor If-None-Match on PUT')
    }
    const range = await storage.read(key, { start: 1, end: 2 })
    if (range?.toString() !== 'in') throw new Error('the bucket does not answer byte ranges')
  }

  async function probeParts(key: string): Promise<void> {
    const multipartId = await storage.createMultipart(key, 6, 6)
    const { url } = await storage.partTarget(key, multipartId, 1, 60)
    const answer = await fetch(url, { method: 'PUT', body: 'kinora' })
    if (!answer.ok) throw new Error(`the bucket refused a part by presigned address: ${answer.status}`)
    const parts = await storage.listParts(key, multipartId)
    if (parts?.length !== 1) throw new Error('the bucket does not list the parts of an upload')
    await storage.completeMultipart(key, multipartId, parts)
  }
}

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start)
  if (bytesRead < length) throw new Error('the file became shorter while it was stored')
  return buffer
}

function unquote(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '')
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}

async function missingAsNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}
