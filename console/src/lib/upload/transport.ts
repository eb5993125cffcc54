import type { PlaybackPolicy, Upload } from '@kinora/contract'

export interface PartTarget {
  /** Absolute for an S3 bucket, relative for local storage. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface SentPart {
  readonly partNumber: number
  readonly etag: string
}

/** The options of all files that are added together. */
export interface UploadOptions {
  readonly playbackPolicy: PlaybackPolicy
  /** The target folder; null for the root. */
  readonly folderId: string | null
  /** The encoding profile; null for the environment's default. */
  readonly encodingProfileId: string | null
  /** Keeps ten watermarked seconds for a day instead of the whole video. */
  readonly isTest: boolean
}

/** The request that creates an upload. */
export interface NewUpload extends UploadOptions {
  readonly file: File
  /** Makes `create` safe to repeat. */
  readonly idempotencyKey: string
}

/** The upload's calls to the server. Each throws `Problem`, or the signal's reason. */
export interface Transport {
  create(environmentId: string, upload: NewUpload, signal: AbortSignal): Promise<Upload>
  read(environmentId: string, uploadId: string, signal: AbortSignal): Promise<Upload>
  partTarget(
    environmentId: string,
    uploadId: string,
    partNumber: number,
    signal: AbortSignal,
  ): Promise<PartTarget>
  /** Sends bytes and returns their ETag; empty if the bucket's CORS rules hide it. */
  put(target: PartTarget, bytes: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<string>
  complete(
    environmentId: string,
    uploadId: string,
    parts: readonly SentPart[],
    signal: AbortSignal,
  ): Promise<void>
  cancel(environmentId: string, uploadId: string): Promise<void>
}

/** The file can no longer be read: it was changed, moved, or its drive was removed. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}
