import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type FoundFilter, isFound } from '../../library/index.ts'
import { loadNamed } from '../people/people.ts'
import { faces } from '../people/tables.ts'
import { termsOf } from '../transcripts/terms.ts'
import { isShown, type ShownFilter } from './shown-filter.ts'

/** The face of a person in a video that is seen most. */
export interface FoundPerson {
  readonly contentId: string
  readonly personId: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly atMs: number
}

/** People with a name who are searched. */
const MOST_PEOPLE = 5000

/** The words of a phrase, and the people and objects that must be seen. */
interface WantedPeople extends ShownFilter {
  /** Without words all people of the filter are found. */
  readonly terms: readonly string[]
}

/** Finds people by name in videos that the caller may see: the phrase has their name, or a part of it and nothing else. */
export async function findPeople(
  db: Queryable,
  scope: Scope,
  { terms, ...shown }: WantedPeople,
  filter: FoundFilter,
  limit: number,
): Promise<FoundPerson[]> {
  const { environmentId } = scope
  const wanted = new Set(terms)
  const isNamed = ({ name }: { readonly name: string }) => {
    const own = new Set(termsOf(name))
    return own.size > 0 && (own.isSubsetOf(wanted) || wanted.isSubsetOf(own))
  }
  const known = await loadNamed(db, environmentId, MOST_PEOPLE)
  const asked = new Set(shown.people)
  const named = terms.length === 0 ? known : known.filter(isNamed)
  const nameOf = new Map(
    named.filter(({ id }) => asked.size === 0 || asked.has(id)).map(({ id, name }) => [id, name]),
  )
  // People of the filter may have no name.
  if (terms.length === 0) for (const id of asked) if (!nameOf.has(id)) nameOf.set(id, '')
  if (nameOf.size === 0 || (terms.length === 0 && asked.size === 0)) return []
  const { contentId, personId, startMs, endMs, atMs, weight } = faces
  const best = db
    .selectDistinctOn([contentId, personId], { contentId, personId, startMs, endMs, atMs, weight })
    .from(faces)
    .where(
      and(
        eq(faces.environmentId, environmentId),
        inArray(personId, [...nameOf.keys()]),
        isFound(scope, filter, contentId),
        isShown(db, environmentId, { people: [], objects: shown.objects }, faces),
      ),
    )
    .orderBy(asc(contentId), asc(personId), desc(weight), asc(startMs))
    .as('best')
  const rows = await db.select().from(best).orderBy(desc(best.weight), asc(best.contentId)).limit(limit)
  return rows.map((row) => ({ ...row, name: nameOf.get(row.personId) ?? '' }))
}
