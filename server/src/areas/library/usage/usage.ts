import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contents } from '../contents/tables.ts'
import { renditionBytes } from '../folders/tables.ts'
import { isRecorded } from '../recordings/source-less.ts'

/** Encoded seconds of a video. 0 for recordings, which were encoded while they were live. */
export async function encodedLength(
  db: Queryable,
  environmentId: string,
  contentId: string,
): Promise<number> {
  const [row] = await db
    .select()
    .from(contents)
    .where(and(eq(contents.environmentId, environmentId), eq(contents.id, contentId)))
  return row === undefined || isRecorded(row) ? 0 : (row.durationS ?? 0)
}

export interface StoredUse {
  readonly environmentId: string
  /** Seconds of all videos and recordings, including those in the trash. */
  readonly durationS: number
  /** Bytes of source files and renditions. */
  readonly bytes: number
}

/** Current storage use by environment. Environments without stored files are omitted. */
export async function storedUse(db: Queryable): Promise<StoredUse[]> {
  const { environmentId } = contents
  const sum = (value: unknown) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number)
  const [videos, made] = await Promise.all([
    db
      .select({ environmentId, durationS: sum(contents.durationS), bytes: sum(contents.sourceBytes) })
      .from(contents)
      .groupBy(environmentId),
    db
      .select({ environmentId: renditionBytes.environmentId, bytes: sum(renditionBytes.bytes) })
      .from(renditionBytes)
      .groupBy(renditionBytes.environmentId),
  ])
  const renditions = new Map(made.map((each) => [each.environmentId, each.bytes]))
  return videos.map((each) => ({ ...each, bytes: each.bytes + (renditions.get(each.environmentId) ?? 0) }))
}
