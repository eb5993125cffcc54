import type { SeenPerson } from '@kinora/contract'
import { and, asc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { faces, people } from './tables.ts'

/** The people in a video, or in a span of it, those that are seen most first. */
export async function loadSeenPeople(
  db: Queryable,
  content: ContentRef,
  span?: { readonly startMs: number; readonly endMs: number },
): Promise<SeenPerson[]> {
  const { personId, startMs, endMs, atMs, box, weight } = faces
  const isInside = span && and(lt(startMs, span.endMs), gt(endMs, span.startMs))
  const rows = await db
    .select({ personId, startMs, endMs, atMs, box, weight, name: people.name })
    .from(faces)
    .innerJoin(people, and(eq(people.id, personId), eq(people.environmentId, content.environmentId)))
    .where(and(partOf(faces, content), isInside))
    .orderBy(asc(startMs), asc(faces.id))
  const pictures = await loadPictures(db, content.environmentId, [
    ...new Set(rows.map((row) => row.personId)),
  ])
  const seen = new Map<string, { person: SeenPerson; weight: number }>()
  for (const row of rows) {
    const known = seen.get(row.personId)
    const face = { start: row.startMs / 1000, end: row.endMs / 1000, at: row.atMs / 1000, box: row.box }
    const { personId: id, name } = row
    const own = known?.person ?? { id, name, picture: pictures.get(id) ?? null, faces: [] }
    own.faces.push(face)
    seen.set(id, { person: own, weight: (known?.weight ?? 0) + row.weight })
  }
  return [...seen.values()].sort((one, other) => other.weight - one.weight).map(({ person }) => person)
}

/** The pictures of people as data URLs, each of the face that is seen most.
 * @param isShown condition for faces */
export async function loadPictures(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
  isShown?: SQL,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ personId: faces.personId, picture: faces.picture })
    .from(faces)
    .where(and(eq(faces.environmentId, environmentId), inArray(faces.personId, [...ids]), isShown))
    .orderBy(asc(faces.weight))
  // The last one is seen most.
  return new Map(
    rows.flatMap(({ personId, picture }) =>
      picture === null ? [] : [[personId, `data:image/jpeg;base64,${picture.toString('base64')}`] as const],
    ),
  )
}
