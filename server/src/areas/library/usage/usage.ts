import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { contents } from '../contents/tables.ts'
import { renditionBytes } from '../folders/tables.ts'
import { isRecorded } from '../recordings/source-less.ts'

/** Seconds of a video that were encoded. Recordings were encoded while they were live, and have none. */
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
  /** Seconds of all videos and recordings, also of those in the trash. */
  readonly durationS: number
  /** Of source files and renditions. */
  readonly bytes: number
}

/** What each environment stores now. Environments that store nothing are left out. */
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
