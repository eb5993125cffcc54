import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { assertKey } from '../storage.ts'

export interface BucketOptions {
  readonly bucket: string
  readonly endpoint?: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly forcePathStyle: boolean
  /** Connections of buckets of users, whose addresses are checked. */
  readonly agents?: { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent }
}

/** A bucket and the client that reaches it. */
export interface S3Bucket {
  readonly client: S3Client
  readonly name: string
  /** Names an object in commands. */
  at(key: string): { readonly Bucket: string; readonly Key: string }
}

export function openBucket(options: BucketOptions): S3Bucket {
  const { bucket } = options
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
      ...(options.agents ?? { httpAgent: { maxSockets: 256 }, httpsAgent: { maxSockets: 256 } }),
    },
  })
  return {
    client,
    name: bucket,
    at(key) {
      assertKey(key)
      return { Bucket: bucket, Key: key }
    },
  }
}

export function unquote(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '')
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}

export async function missingAsNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}
