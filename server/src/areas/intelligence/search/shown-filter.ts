import { and, eq, exists, gte, inArray, lte, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../../platform/database/database.ts'
import { faces } from '../people/tables.ts'
import { pictureObjects } from '../pictures/tables.ts'

/** People and objects of which one each must be seen at a moment. Empty lists ask for nothing. */
export interface ShownFilter {
  readonly people: readonly string[]
  readonly objects: readonly string[]
}

/** The columns of a moment. */
interface MomentColumns {
  readonly contentId: AnyPgColumn
  readonly startMs: AnyPgColumn
  readonly endMs: AnyPgColumn
}

/** Condition: people and objects are seen at a moment of a video. */
export function isShown(
  db: Queryable,
  environmentId: string,
  shown: ShownFilter,
  moment: MomentColumns,
): SQL | undefined {
  return areSeen(db, environmentId, shown, (seen) => isDuring(seen, moment))
}

/** Condition: people and objects are seen in a video, at any time. */
export function isShownIn(
  db: Queryable,
  environmentId: string,
  shown: ShownFilter,
  contentId: AnyPgColumn,
): SQL | undefined {
  return areSeen(db, environmentId, shown, (seen) => eq(seen.contentId, contentId))
}

function areSeen(
  db: Queryable,
  environmentId: string,
  { people, objects }: ShownFilter,
  isThere: (seen: MomentColumns) => SQL | undefined,
): SQL | undefined {
  const seenPeople = db
    .select({ id: faces.id })
    .from(faces)
    .where(and(eq(faces.environmentId, environmentId), inArray(faces.personId, [...people]), isThere(faces)))
  const seenObjects = db
    .select({ number: pictureObjects.number })
    .from(pictureObjects)
    .where(
      and(
        eq(pictureObjects.environmentId, environmentId),
        inArray(pictureObjects.label, [...objects]),
        isThere(pictureObjects),
      ),
    )
  return and(
    people.length > 0 ? exists(seenPeople) : undefined,
    objects.length > 0 ? exists(seenObjects) : undefined,
  )
}

function isDuring(seen: MomentColumns, { contentId, startMs, endMs }: MomentColumns): SQL | undefined {
  return and(eq(seen.contentId, contentId), lte(seen.startMs, endMs), gte(seen.endMs, startMs))
}

/** The videos among these in which people and objects are seen, at any time. */
export async function keepShowing(
  db: Queryable,
  environmentId: string,
  { people, objects }: ShownFilter,
  contentIds: readonly string[],
): Promise<string[]> {
  if (contentIds.length === 0) return []
  const ids = [...contentIds]
  const [withPeople, withObjects] = await Promise.all([
    people.length === 0
      ? null
      : db
          .selectDistinct({ id: faces.contentId })
          .from(faces)
          .where(
            and(
              eq(faces.environmentId, environmentId),
              inArray(faces.personId, [...people]),
              inArray(faces.contentId, ids),
            ),
          ),
    objects.length === 0
      ? null
      : db
          .selectDistinct({ id: pictureObjects.contentId })
          .from(pictureObjects)
          .where(
            and(
              eq(pictureObjects.environmentId, environmentId),
              inArray(pictureObjects.label, [...objects]),
              inArray(pictureObjects.contentId, ids),
            ),
          ),
  ])
  const sets = [withPeople, withObjects].flatMap((rows) =>
    rows === null ? [] : [new Set(rows.map(({ id }) => id))],
  )
  return contentIds.filter((id) => sets.every((set) => set.has(id)))
}
