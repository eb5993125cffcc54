import * as z from 'zod/mini'
import { readStored, writeStored } from '../browser/storage'

/** Whose upload it is, and where to. */
export interface Place {
  readonly userId: string
  readonly environmentId: string
}

const remembered = z.object({
  uploadId: z.string(),
  contentId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  lastModified: z.number(),
  /** The folder that it goes into. */
  folderId: z.catch(z.nullable(z.string()), null),
  encodingProfileId: z.catch(z.nullable(z.string()), null),
  /** Only ten marked seconds of it are wanted. */
  isTest: z.catch(z.boolean(), false),
  /** It was begun elsewhere, for something that is there: it never begins anew as a video. */
  isGiven: z.catch(z.boolean(), false),
})
/** An upload that has begun, kept on this device until it ends: enough to know its file again. */
export type Remembered = z.infer<typeof remembered>

const records = z.catch(z.array(remembered), [])

export interface UploadMemory {
  recall(place: Place): readonly Remembered[]
  remember(place: Place, record: Remembered): void
  forget(place: Place, uploadId: string): void
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
 * The unfinished upload that a chosen file continues: name and length agree, and best of all the time of change. A test
 * is continued by a test alone.
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

function keep(place: Place, kept: readonly Remembered[]): void {
  writeStored('preferences', keyOf(place), kept.length > 0 ? JSON.stringify(kept) : null)
}

function keyOf({ userId, environmentId }: Place): string {
  return `${userId}.${environmentId}.uploads`
}

function decode(stored: string | null): unknown {
  try {
    return stored === null ? [] : JSON.parse(stored)
  } catch {
    return []
  }
}
