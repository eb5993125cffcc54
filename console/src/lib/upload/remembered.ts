import * as z from 'zod/mini'
import { readStored, writeStored } from '../browser/storage'

/** The user and the environment of an upload. */
export interface UploadScope {
  readonly userId: string
  readonly environmentId: string
}

const remembered = z.object({
  uploadId: z.string(),
  contentId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  lastModified: z.number(),
  /** The target folder. */
  folderId: z.catch(z.nullable(z.string()), null),
  encodingProfileId: z.catch(z.nullable(z.string()), null),
  /** A test upload: the server keeps ten watermarked seconds. */
  isTest: z.catch(z.boolean(), false),
  /** Created by another part of the console for an existing object: it never restarts as a new video. */
  isGiven: z.catch(z.boolean(), false),
})
/** An unfinished upload, stored on this device so that its file can be recognized. */
export type Remembered = z.infer<typeof remembered>

const records = z.catch(z.array(remembered), [])

export interface UploadMemory {
  recall(place: UploadScope): readonly Remembered[]
  remember(place: UploadScope, record: Remembered): void
  forget(place: UploadScope, uploadId: string): void
}

export const deviceMemory: UploadMemory = {
  recall: (place) => records.parse(decode(readStored('preferences', keyOf(place)))),
  remember: (place, record) => {
    const others = deviceMemory.recall(place).filter(({ uploadId }) => uploadId !== record.uploadId)
    keep(place, [...others, record])
  },
  forget: (place, gone) =>
    keep(
      place,
      deviceMemory.recall(place).filter(({ uploadId }) => uploadId !== gone),
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

function keep(place: UploadScope, kept: readonly Remembered[]): void {
  writeStored('preferences', keyOf(place), kept.length > 0 ? JSON.stringify(kept) : null)
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
