import type { Scene } from '@kinora/contract'
import { groupShots, type Shot, sketchSigns } from '@kinora/media'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { analysisShots, type ShotRow } from './tables.ts'

const ROWS_AT_ONCE = 1000
/** Version of the sketches. Videos with those of another one are read again. */
export const SKETCH_VERSION = 1

/** Replaces the shots of a video, grouped into scenes. */
export async function storeShots(
  tx: Transaction,
  content: ContentRef,
  shots: readonly Shot[],
): Promise<void> {
  const { id: contentId, environmentId } = content
  await tx.delete(analysisShots).where(partOf(analysisShots, content))
  const rows = groupShots(shots).flatMap(({ from, to }) => {
    const sceneId = uuidv7()
    return shots.slice(from, to + 1).map(({ startS, endS, restS, sketch }, n) => ({
      environmentId,
      contentId,
      number: from + n,
      sceneId,
      startMs: Math.round(startS * 1000),
      endMs: Math.round(endS * 1000),
      restMs: Math.round(restS * 1000),
      sketch: Buffer.from(sketch),
      signs: sketchSigns(sketch),
      sketchVersion: SKETCH_VERSION,
    }))
  })
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.insert(analysisShots).values(rows.slice(at, at + ROWS_AT_ONCE))
}

/** @param shots in order */
export function scenesOf(shots: readonly ShotRow[]): Scene[] {
  const scenes: { id: string; shots: ShotRow[] }[] = []
  for (const shot of shots) {
    const last = scenes.at(-1)
    if (last?.id === shot.sceneId) last.shots.push(shot)
    else scenes.push({ id: shot.sceneId, shots: [shot] })
  }
  return scenes.map(({ id, shots: own }) => ({
    id,
    start: (own[0]?.startMs ?? 0) / 1000,
    end: (own.at(-1)?.endMs ?? 0) / 1000,
    shots: own.map(({ startMs, endMs, restMs }) => ({
      start: startMs / 1000,
      end: endMs / 1000,
      still: restMs / 1000,
    })),
    isComparable: own.some(({ sketch }) => sketch !== null),
  }))
}

/** Whether the shots of a video are known. */
export async function hasShots(db: Queryable, content: ContentRef): Promise<boolean> {
  return (await db.$count(analysisShots, partOf(analysisShots, content))) > 0
}

/** The videos among these whose scenes can be compared with others. */
export async function comparableContents(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { contentId, signs } = analysisShots
  const isOurs = and(eq(analysisShots.environmentId, environmentId), inArray(contentId, [...ids]))
  const rows = await db
    .selectDistinct({ contentId })
    .from(analysisShots)
    .where(and(isOurs, isNotNull(signs)))
  return new Set(rows.map((row) => row.contentId))
}
