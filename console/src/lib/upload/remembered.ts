import * as read from '../browser/read'
import { readStored, writeStored } from '../browser/storage'

/** The user and the environment of an upload. */
export interface UploadScope {
  readonly userId: string
  readonly environmentId: string
}

const readRecord = read.fields({
  uploadId: read.text(''),
  contentId: read.text(''),
  fileName: read.text(''),
  fileSize: read.number(0),
  lastModified: read.number(0),
  /** The target folder. */
  folderId: read.text(null),
  encodingProfileId: read.text(null),
  /** A test upload: the server keeps ten watermarked seconds. */
  isTest: read.flag(false),
  /** Created by another part of the console for an existing object: it never restarts as a new video. */
  isGiven: read.flag(false),
})
/** An unfinished upload, stored on this device so that its file can be recognized. */
export type Remembered = read.FieldsRead<typeof readRecord>

function readRecords(stored: unknown): Remembered[] {
  const records = Array.isArray(stored) ? stored.map((record: unknown) => readRecord(record)) : []
  return records.filter(({ uploadId, contentId }) => uploadId !== '' && contentId !== '')
}

export interface UploadMemory {
  recall(scope: UploadScope): readonly Remembered[]
  remember(scope: UploadScope, record: Remembered): void
  discard(scope: UploadScope, uploadId: string): void
}

export const deviceMemory: UploadMemory = {
  recall: (scope) => readRecords(decode(readStored('preferences', keyOf(scope)))),
  remember: (scope, record) => {
    const others = deviceMemory.recall(scope).filter(({ uploadId }) => uploadId !== record.uploadId)
    keep(scope, [...others, record])
  },
  discard: (scope, gone) =>
    keep(
      scope,
      deviceMemory.recall(scope).filter(({ uploadId }) => uploadId !== gone),
    ),
}

/**
 * The unfinished upload that a file continues: same name and size, preferably the same modification time. A test
 * continues only a test.
 */
export function matchFile<T extends Pick<Remembered, 'fileName' | 'fileSize' | 'lastModified' | 'isTest'>>(
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  isTest: boolean,
  unfinished: readonly T[],
): T | undefined {
  const same = unfinished.filter(
    (one) => one.fileName === file.name && one.fileSize === file.size && one.isTest === isTest,
  )
  return same.find(({ lastModified }) => lastModified === file.lastModified) ?? same[0]
}

function keep(scope: UploadScope, kept: readonly Remembered[]): void {
  writeStored('preferences', keyOf(scope), kept.length > 0 ? JSON.stringify(kept) : null)
}

function keyOf({ userId, environmentId }: UploadScope): string {
  return `${userId}.${environmentId}.uploads`
}

function decode(stored: string | null): unknown {
  try {
    return stored === null ? [] : JSON.parse(stored)
  } catch {
    return []
  }
}
