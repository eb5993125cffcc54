import type { Clock } from '../clock.ts'
import { type BucketOptions, openBucket } from './s3/bucket.ts'
import { s3Objects } from './s3/objects.ts'
import { probeBucket } from './s3/probe.ts'
import { putFileInto } from './s3/put-file.ts'
import { s3Uploads } from './s3/uploads.ts'
import type { Storage } from './storage.ts'

export interface S3Options extends BucketOptions {
  readonly clock: Clock
}

/** Stores files in a bucket of any S3-compatible service. */
export function s3Storage(options: S3Options): Storage {
  const bucket = openBucket(options)
  const objects = s3Objects(bucket)
  const uploads = s3Uploads(bucket, objects, options.clock)
  return {
    kind: 's3',
    ...objects,
    ...uploads,
    putFile: putFileInto(bucket, objects, uploads),
    async freeBytes() {
      return null
    },
    probe: () => probeBucket(objects, uploads),
  }
}
