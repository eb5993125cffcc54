import type { PlaybackPolicy, Upload } from '@kinora/contract'

export interface PartTarget {
  /** Absolute at a bucket, relative at our own storage. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface SentPart {
  readonly partNumber: number
  readonly etag: string
}

/** What holds for all files that are added together. */
export interface UploadWishes {
  readonly playbackPolicy: PlaybackPolicy
  /** The folder that it goes into; null is outside of all. */
  readonly folderId: string | null
  /** What it is made with; null leaves it to the environment. */
  readonly encodingProfileId: string | null
  /** Ten marked seconds for a day, instead of all of it. */
  readonly isTest: boolean
}

/** What an upload is begun with. */
export interface NewUpload extends UploadWishes {
  readonly file: File
  /** Makes `create` safe to repeat. */
  readonly idempotencyKey: string
}

/** What an upload says to the server. Everything throws `Problem`, or the signal's reason. */
export interface Transport {
  create(environmentId: string, upload: NewUpload, signal: AbortSignal): Promise<Upload>
  read(environmentId: string, uploadId: string, signal: AbortSignal): Promise<Upload>
  partTarget(
    environmentId: string,
    uploadId: string,
    partNumber: number,
    signal: AbortSignal,
  ): Promise<PartTarget>
  /** Sends bytes and answers their ETag, which is empty where the bucket does not let us see it. */
  put(target: PartTarget, bytes: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<string>
  complete(
    environmentId: string,
    uploadId: string,
    parts: readonly SentPart[],
    signal: AbortSignal,
  ): Promise<void>
  cancel(environmentId: string, uploadId: string): Promise<void>
}

/** The file on this device can no longer be read: it was changed, moved or is on a drive that is gone. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}
