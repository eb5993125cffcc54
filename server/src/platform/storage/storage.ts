import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredObject {
  readonly size: number
  /** Opaque; changes when the bytes do. Without quotes. */
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

/**
 * Where files live. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. What was acknowledged is durable, of an
 * upload in parts the whole: a machine that loses power may forget parts, never their bytes alone. Reading, sizing or deleting what is not there answers null or does nothing.
 */
export interface Storage {
  readonly kind: 'disk' | 's3'
  put(key: string, body: Uint8Array, contentType: string): Promise<StoredObject>
  /** Writes only where nothing stands yet; false if something does. */
  putNew(key: string, body: Uint8Array, contentType: string): Promise<boolean>
  /** Takes a finished file of this machine into the storage; the file may be gone afterwards. */
  putFile(key: string, path: string, contentType: string): Promise<StoredObject>
  head(key: string): Promise<StoredObject | null>
  read(key: string, range?: ByteRange): Promise<Buffer | null>
  stream(key: string, range?: ByteRange): Promise<Readable | null>
  /** Path of a readable file of this machine with the object's bytes: the object itself on disk, else a copy in `folder`. */
  localFile(key: string, folder: string, signal: AbortSignal): Promise<string | null>
  delete(key: string): Promise<void>
  deleteAll(prefix: string): Promise<void>
  list(prefix: string): Promise<string[]>

  /** Begins a file of known size in parts of `partSize` bytes. Answers an id that the other calls take. */
  createMultipart(key: string, size: number, partSize: number): Promise<string>
  partTarget(
    key: string,
    multipartId: string,
    partNumber: number,
    lifetimeSeconds: number,
  ): Promise<PartTarget>
  /** Parts that are there, by number. Null if there is no such multipart upload. */
  listParts(key: string, multipartId: string): Promise<Part[] | null>
  /** Makes the object of its parts. Doing it again after success answers the same. */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly { partNumber: number; etag: string }[],
  ): Promise<StoredObject>
  abortMultipart(key: string, multipartId: string): Promise<void>

  /** Free bytes where it is known. */
  freeBytes(): Promise<number | null>
  /** Tries out all that the product relies on; throws with what does not work. */
  probe(): Promise<void>
}

const keyPattern = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/

/** Keys are made by the program; one that could leave the store is a bug. */
export function assertKey(key: string): void {
  if (key.length > 900 || !keyPattern.test(key)) throw new Error(`not a storage key: ${key}`)
}
