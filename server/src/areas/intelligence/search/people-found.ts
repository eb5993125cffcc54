import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type FoundFilter, isFound } from '../../library/index.ts'
import { loadNamed } from '../people/people.ts'
import { faces } from '../people/tables.ts'
import { termsOf } from '../transcripts/terms.ts'

/** The face of a person in a video that is seen most. */
export interface FoundPerson {
  readonly contentId: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly atMs: number
}

/** People with a name who are searched. */
const MOST_PEOPLE = 5000

/** Finds people by name in videos that the caller may see: the phrase has their name, or a part of it and nothing else. */
export async function findPeopleNamed(
  db: Queryable,
  scope: Scope,
  terms: readonly string[],
  filter: FoundFilter,
  limit: number,
): Promise<FoundPerson[]> {
  const { environmentId } = scope
  if (terms.length === 0) return []
  const wanted = new Set(terms)
  const named = (await loadNamed(db, environmentId, MOST_PEOPLE)).filter(({ name }) => {
    const own = new Set(termsOf(name))
    return own.size > 0 && (own.isSubsetOf(wanted) || wanted.isSubsetOf(own))
  })
  if (named.length === 0) return []
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  const { contentId, personId, startMs, endMs, atMs, weight } = faces
  const best = db
    .selectDistinctOn([contentId, personId], { contentId, personId, startMs, endMs, atMs, weight })
    .from(faces)
    .where(
      and(
        eq(faces.environmentId, environmentId),
        inArray(personId, [...nameOf.keys()]),
        isFound(scope, filter, contentId),
      ),
    )
    .orderBy(asc(contentId), asc(personId), desc(weight), asc(startMs))
    .as('best')
  const rows = await db.select().from(best).orderBy(desc(best.weight), asc(best.contentId)).limit(limit)
  return rows.map((row) => ({ ...row, name: nameOf.get(row.personId) ?? '' }))
}
