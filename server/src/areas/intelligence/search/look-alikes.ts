import { sketchLikeness } from '@kinora/media'
import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { analysisShots } from '../scenes/tables.ts'

/** The shot of a scene whose picture looks like another one. */
export interface LookAlike {
  readonly contentId: string
  readonly startMs: number
  readonly endMs: number
  /** The time of the picture. */
  readonly restMs: number
  /** 0 to 1. */
  readonly likeness: number
}

/** Shots of an environment that are compared: those of the newest videos. */
const MOST_COMPARED = 200_000
/** Shots with the most similar signs, whose sketches are compared. */
const MOST_SKETCHES = 1000
/** Pictures with less in common do not look alike. */
const LEAST_LIKE = 0.75

/** Finds scenes with a picture that looks like the one of a shot, most alike first. The scene of that shot is left out.
 * @param filter of contents @param shown of shots @throws problem not-found without a shot at this time */
export async function findLookAlikes(
  db: Queryable,
  content: ContentRef,
  atS: number,
  filter: (contentId: typeof analysisShots.contentId) => SQL | undefined,
  shown: SQL | undefined,
): Promise<LookAlike[]> {
  const asked = await shotAt(db, content, atS)
  const { contentId, number, signs, sketch } = analysisShots
  const isOurs = eq(analysisShots.environmentId, content.environmentId)
  const newest = db
    .select({ contentId, number, signs })
    .from(analysisShots)
    .where(and(isOurs, isNotNull(signs), filter(contentId), shown))
    .orderBy(desc(contentId), asc(number))
    .limit(MOST_COMPARED)
    .as('newest')
  const differing = sql`bit_count(${newest.signs} # ${asked.signs}::bit varying)`
  const nearest = db
    .select({ contentId: newest.contentId, number: newest.number })
    .from(newest)
    .orderBy(differing, desc(newest.contentId), asc(newest.number))
    .limit(MOST_SKETCHES)
    .as('nearest')
  const rows = await db
    .select({
      contentId,
      sceneId: analysisShots.sceneId,
      startMs: analysisShots.startMs,
      endMs: analysisShots.endMs,
      restMs: analysisShots.restMs,
      sketch,
    })
    .from(nearest)
    .innerJoin(analysisShots, and(isOurs, eq(contentId, nearest.contentId), eq(number, nearest.number)))
  const likest = rows
    .map(({ sketch: own, ...row }) => ({
      ...row,
      likeness: own === null ? 0 : sketchLikeness(asked.sketch, own),
    }))
    .filter(({ sceneId, likeness }) => likeness >= LEAST_LIKE && sceneId !== asked.sceneId)
    .sort((one, other) => other.likeness - one.likeness || one.startMs - other.startMs)
  const scenes = new Map<string, LookAlike>()
  for (const each of likest) if (!scenes.has(each.sceneId)) scenes.set(each.sceneId, each)
  return [...scenes.values()]
}

async function shotAt(db: Queryable, content: ContentRef, atS: number) {
  const { startMs } = analysisShots
  const [row] = await db
    .select()
    .from(analysisShots)
    .where(and(partOf(analysisShots, content), lte(startMs, Math.round(atS * 1000))))
    .orderBy(desc(startMs))
    .limit(1)
  const { sketch, signs, sceneId } = row ?? {}
  if (!sketch || !signs || sceneId === undefined) throw problem('not-found')
  return { sketch, signs, sceneId }
}
