import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Program } from '../../../platform/auth.ts'
import { addSeconds, type Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { apiTokens } from '../tables.ts'
import { hashOf } from './hashes.ts'

export const secretPrefix = 'kin_'
/** Precision of "last used". */
const USED_SECONDS = 60

/** A token by its secret, in Basic also with its ID, or by its ID in its environment. */
type GivenToken =
  | { readonly secret: string; readonly id?: string }
  | { readonly id: string; readonly environmentId: string }

/** The program that an API token belongs to.
 * @throws problem session-expired if the token is wrong, revoked or expired */
export async function programOf(db: Queryable, given: GivenToken, clock: Clock): Promise<Program> {
  const [row] = await db
    .select()
    .from(apiTokens)
    .where('secret' in given ? eq(apiTokens.secretHash, hashOf(given.secret)) : rowOf(apiTokens, given))
  const now = clock.now()
  const isValid =
    row !== undefined &&
    row.revokedAt === null &&
    (row.expiresAt === null || row.expiresAt > now) &&
    (given.id === undefined || given.id === row.id)
  if (!isValid) throw problem('session-expired')
  const before = addSeconds(now, -USED_SECONDS)
  if (row.lastUsedAt === null || row.lastUsedAt < before) {
    const unused = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))
    await db
      .update(apiTokens)
      .set({ lastUsedAt: now })
      .where(and(rowOf(apiTokens, row), unused))
  }
  return {
    kind: 'token',
    tokenId: row.id,
    userId: row.createdBy,
    name: row.name,
    environmentId: row.environmentId,
    permission: row.permission,
  }
}
