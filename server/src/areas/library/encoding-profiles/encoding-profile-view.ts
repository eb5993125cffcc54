import type { EncodingProfile } from '@kinora/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { problem } from '../../../platform/problem.ts'
import type { ProfileSettings } from '../contents/content-facts.ts'
import { standardProfile } from '../contents/standard-profile.ts'
import { encodingProfiles } from './tables.ts'

export type ProfileRow = typeof encodingProfiles.$inferSelect

/** The environment's own profiles, by name. */
export function listProfiles(db: Queryable, environmentId: string): Promise<ProfileRow[]> {
  return db
    .select()
    .from(encodingProfiles)
    .where(eq(encodingProfiles.environmentId, environmentId))
    .orderBy(asc(sortName(encodingProfiles.name)))
}

/** One of the environment's own profiles. @throws problem not-found */
export async function getProfile(db: Queryable, environmentId: string, id: string): Promise<ProfileRow> {
  const [row] = await db
    .select()
    .from(encodingProfiles)
    .where(and(eq(encodingProfiles.id, id), eq(encodingProfiles.environmentId, environmentId)))
  if (row === undefined) throw problem('not-found')
  return row
}

/** The built-in profile comes first; it is the default if no other is. */
export function profileViews(environmentId: string, rows: readonly ProfileRow[]): EncodingProfile[] {
  return [standardView(environmentId, !rows.some(({ isDefault }) => isDefault)), ...rows.map(profileView)]
}

export function standardView(environmentId: string, isDefault: boolean): EncodingProfile {
  const { id, name, builtIn, settings } = standardProfile
  const noCreator = { createdBy: null, createdAt: null, updatedAt: null }
  return { id, environmentId, name, builtIn, isDefault, ...viewOfSettings(settings), ...noCreator }
}

export function profileView(row: ProfileRow): EncodingProfile {
  const { id, environmentId, name, isDefault, createdBy } = row
  return {
    id,
    environmentId,
    name,
    builtIn: null,
    isDefault,
    createdBy,
    ...viewOfSettings(row.settings),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function viewOfSettings({ codecs, rungs, ...settings }: ProfileSettings) {
  return { codecs: [...codecs], rungs: [...rungs], ...settings }
}
