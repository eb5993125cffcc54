import { metadataTypes } from '@kinora/contract'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { type Actor, can, type Scope } from '../../../platform/auth.ts'
import { contents } from '../contents/tables.ts'
import { isVisible } from '../contents/visibility.ts'
import type { Library } from '../library.ts'

const MAX_SUGGESTIONS = 200

/** Metadata keys in those environments of the organization in which the caller may read videos. */
export async function listMetadataKeys(library: Library, actor: Actor, scope: Scope) {
  const entry = sql`jsonb_array_elements(${contents.metadata}) AS entry`
  const key = sql<string>`entry->>'key'`
  const rows = await library.db
    .select({ key, type: sql<string>`entry->>'type'`, count: sql<number>`count(*)::int` })
    .from(sql`${contents}, ${entry}`)
    .where(await visible(library, actor, scope))
    .groupBy(sql`1, 2`)
    .orderBy(desc(sql`3`), sql`1`)
    .limit(MAX_SUGGESTIONS)
  return rows.map((row) => ({ ...row, type: metadataTypes.find((type) => type === row.type) ?? 'text' }))
}

/** Tags in the same environments. */
export async function listTags(library: Library, actor: Actor, scope: Scope) {
  return library.db
    .select({ tag: sql<string>`tag`, count: sql<number>`count(*)::int` })
    .from(sql`${contents}, unnest(${contents.tags}) AS tag`)
    .where(await visible(library, actor, scope))
    .groupBy(sql`1`)
    .orderBy(desc(sql`2`), sql`1`)
    .limit(MAX_SUGGESTIONS)
}

async function visible({ authenticator }: Library, actor: Actor, { organizationId }: Scope) {
  const scopes = await authenticator.environments(actor, organizationId)
  const mine = scopes.filter(({ grants }) => can(grants, ['Videos', 'Video', 'read']))
  const inOne = mine.map((each) => and(eq(contents.environmentId, each.environmentId), isVisible(each)))
  return and(or(...inOne) ?? sql`false`, isNull(contents.trashedAt))
}
