import { sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type ContentPlace, foldersAbove } from '../../library/index.ts'
import { faces, people } from '../people/tables.ts'
import { type Ranked, spanOf } from './ranked.ts'

/** People and folders of a list of facets. */
const MOST = 8
const DAYS = [7, 30, 365] as const
const DAY_MS = 24 * 3600 * 1000
/** Later than the end of any video. */
const LAST_MS = 2_147_483_647

type Places = ReadonlyMap<string, ContentPlace>

/** Counts ranked moments by what filters can ask for. */
export async function facetsOf(
  db: Queryable,
  scope: Scope,
  ranked: readonly Ranked[],
  places: Places,
  now: Date,
) {
  const [seen, folders] = await Promise.all([
    countPeople(db, scope.environmentId, ranked),
    countFolders(db, scope, ranked, places),
  ])
  const today = Math.floor(now.getTime() / DAY_MS)
  const added = DAYS.map((days) => {
    const from = (today - days) * DAY_MS
    const isSince = ({ contentId }: Ranked) => (places.get(contentId)?.createdAt.getTime() ?? 0) >= from
    return { days, moments: ranked.filter(isSince).length }
  })
  return { people: seen, folders, added }
}

/** People with a name by the number of moments at which they are seen. */
async function countPeople(db: Queryable, environmentId: string, ranked: readonly Ranked[]) {
  if (ranked.length === 0) return []
  const given = ranked.map((each, n) => {
    const { startMs, endMs } = spanOf(each) ?? { startMs: 0, endMs: LAST_MS }
    // The moment of a person is found by the filter for that person.
    const person = each.foundIn === 'people' ? each.person.personId : null
    return { n, content: each.contentId, start: Math.round(startMs), end: Math.round(endMs), person }
  })
  const { rows } = await db.execute<{ id: string; name: string; moments: number }>(sql`
    SELECT ${people.id}, ${people.name}, count(DISTINCT given.n)::int AS moments
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given (n int, content uuid, start int, "end" int, person uuid)
    JOIN ${faces} ON ${faces.environmentId} = ${environmentId} AND ${faces.contentId} = given.content
      AND ${faces.startMs} <= given."end" AND ${faces.endMs} >= given.start
      AND ${faces.personId} = coalesce(given.person, ${faces.personId})
    JOIN ${people} ON ${people.id} = ${faces.personId} AND ${people.environmentId} = ${environmentId}
    WHERE ${people.name} IS NOT NULL
    GROUP BY ${people.id}, ${people.name}
    ORDER BY moments DESC, ${people.name}, ${people.id}
    LIMIT ${MOST}`)
  return rows
}

/** Folders by the number of moments of the videos in them and further below. */
async function countFolders(db: Queryable, scope: Scope, ranked: readonly Ranked[], places: Places) {
  const folderIds = [...places.values()].flatMap(({ folderId }) => folderId ?? [])
  const above = await foldersAbove(db, scope, [...new Set(folderIds)])
  const counts = new Map<string, { id: string; name: string; moments: number }>()
  for (const { contentId } of ranked)
    for (const { id, name } of above.get(places.get(contentId)?.folderId ?? '') ?? []) {
      const known = counts.get(id) ?? { id, name, moments: 0 }
      counts.set(id, { ...known, moments: known.moments + 1 })
    }
  return [...counts.values()]
    .sort((one, other) => other.moments - one.moments || one.name.localeCompare(other.name))
    .slice(0, MOST)
}
