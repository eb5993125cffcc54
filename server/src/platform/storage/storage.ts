import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredObject {
  readonly size: number
  /** Opaque. Changes with the bytes. Without quotes. */
  readonly etag: string
}

export interface Part {
  readonly partNumber: number
  readonly etag: string
  readonly size: number
}

export interface PartTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly expiresAt: Date
}

/** A write that was started and neither completed nor aborted. It may still be running. */
export interface UnfinishedWrite {
  /** ID of the write. For a multipart upload, the ID that `createMultipart` returned. */
  readonly id: string
  discard(): Promise<void>
}

/** Stores files. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. Acknowledged writes are durable; for
 * uploads in parts this applies to the completed file: after a power failure parts may be missing, but never only
 * some of their bytes. Reading, measuring or deleting a missing file returns null or does nothing. */
export interface Storage {
  readonly kind: 'disk' | 's3'
  put(key: string, body: Uint8Array, contentType: string): Promise<StoredObject>
  /** Writes only if the key does not exist; false if it does. */
  putNew(key: string, body: Uint8Array, contentType: string): Promise<boolean>
  /** Moves a finished local file into the storage. The source may be removed. */
  putFile(key: string, path: string, contentType: string): Promise<StoredObject>
  head(key: string): Promise<StoredObject | null>
  read(key: string, range?: ByteRange): Promise<Buffer | null>
  stream(key: string, range?: ByteRange): Promise<Readable | null>
  /** Path of a readable local file with the bytes of the object: the object itself on disk, otherwise a copy in
   * `folder`. */
  localFile(key: string, folder: string, signal: AbortSignal): Promise<string | null>
  delete(key: string): Promise<void>
  deleteAll(prefix: string): Promise<void>
  list(prefix: string): Promise<string[]>

  /** Starts an upload of known size in parts of `partSize` bytes. Returns an ID for the other calls. */
  createMultipart(key: string, size: number, partSize: number): Promise<string>
  /** @param holder text for the receiver of the part, if Kinora is: a bucket does not keep it */
  partTarget(
    key: string,
    multipartId: string,
    partNumber: number,
    lifetimeSeconds: number,
    holder?: string,
  ): Promise<PartTarget>
  /** Received parts by number. Null if there is no such multipart upload. */
  listParts(key: string, multipartId: string): Promise<Part[] | null>
  /** Joins the parts to the object. A repeated call after success returns the same result. */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly { partNumber: number; etag: string }[],
  ): Promise<StoredObject>
  abortMultipart(key: string, multipartId: string): Promise<void>

  /** The unfinished writes of keys under `prefix` without activity since `before`, in pages. On disk those of all
   * keys, because only Kinora writes there. */
  listUnfinished(prefix: string, before: Date): AsyncIterable<readonly UnfinishedWrite[]>

  /** Free bytes, if known. */
  freeBytes(): Promise<number | null>
  /** Tests all required functions. Throws an error for the first one that does not work. */
  probe(): Promise<void>
}

const keyPattern = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/

/** Keys are created by the program. One that could leave the storage is a bug. */
export function assertKey(key: string): void {
  if (key.length > 900 || !keyPattern.test(key)) throw new Error(`not a storage key: ${key}`)
}
