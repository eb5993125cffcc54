import { randomBytes } from 'node:crypto'
import type { ApiToken, TokenPermission } from '@kinora/contract'
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Actor, Person, Scope } from '../../../platform/auth.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { AuditActor } from '../../../platform/events/audit-entry.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { apiTokens, environments, members } from '../tables.ts'
import { hashOf } from './hashes.ts'
import { secretPrefix } from './programs.ts'

type TokenRow = typeof apiTokens.$inferSelect

/** API tokens of the environment, newest first. */
export async function listTokens(
  { db, clock }: Identity,
  environmentId: string,
  { includeRevoked, ...page }: PageQuery & { readonly includeRevoked: boolean },
) {
  const where = and(
    eq(apiTokens.environmentId, environmentId),
    includeRevoked ? undefined : isNull(apiTokens.revokedAt),
  )
  return loadPage(page, {
    select: db.select().from(apiTokens).where(where).orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)),
    total: db.$count(apiTokens, where),
    view: (rows) => rows.map((row) => tokenView(row, clock)),
  })
}

/** Creates a token. Its secret is only in the response. */
export async function createToken(
  { db, clock }: Identity,
  actor: Person,
  scope: Scope,
  given: { name: string; permission: TokenPermission[]; expiresAt?: string | null | undefined },
): Promise<ApiToken & { secret: string }> {
  const secret = secretPrefix + randomBytes(32).toString('base64url')
  const at = clock.now()
  const expiresAt = given.expiresAt ? new Date(given.expiresAt) : null
  if (expiresAt !== null && expiresAt <= at) {
    throw problem('request-invalid', {
      errors: [{ path: 'body.expiresAt', message: 'This time is over already' }],
    })
  }
  return db.transaction(async (tx) => {
    await assertStillMember(tx, actor, scope)
    const [row] = await tx
      .insert(apiTokens)
      .values({
        id: uuidv7(),
        environmentId: scope.environmentId,
        name: given.name,
        permission: [...new Set(given.permission)].sort(),
        secretHash: hashOf(secret),
        createdBy: actor.userId,
        createdByName: actor.name,
        createdAt: at,
        expiresAt,
      })
      .returning()
    if (!row) throw new Error('a token was not inserted')
    const after = { name: row.name, permission: row.permission, expiresAt }
    await recordToken(tx, { actor, scope }, row, 'created', { after }, at)
    return { ...tokenView(row, clock), secret }
  })
}

/** @throws problem not-found, token-revoked */
export async function renameToken(
  { db, clock }: Identity,
  actor: Actor,
  scope: Scope,
  id: string,
  name: string,
): Promise<ApiToken> {
  return db.transaction(async (tx) => {
    const before = await tokenOf(tx, scope.environmentId, id)
    if (before.revokedAt !== null) throw problem('token-revoked')
    const [row] = await tx.update(apiTokens).set({ name }).where(rowOf(apiTokens, before)).returning()
    if (!row) throw problem('not-found')
    const values = { before: { name: before.name }, after: { name } }
    await recordToken(tx, { actor, scope }, row, 'renamed', values, clock.now())
    return tokenView(row, clock)
  })
}

/** Revokes a token permanently. Has no effect on a revoked token. @throws problem not-found */
export async function revokeToken(
  { db, clock }: Identity,
  actor: Actor,
  scope: Scope,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const token = await tokenOf(tx, scope.environmentId, id)
    await revokeWhere(tx, actor, scope.organizationId, rowOf(apiTokens, token), clock.now())
  })
}

/** Revokes all tokens that a person created in the organization. */
export async function revokeTokensOf(
  tx: Transaction,
  actor: AuditActor,
  organizationId: string,
  userId: string,
  at: Date,
): Promise<void> {
  const inOrganization = tx
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.organizationId, organizationId))
  const theirs = and(eq(apiTokens.createdBy, userId), inArray(apiTokens.environmentId, inOrganization))
  await revokeWhere(tx, actor, organizationId, theirs, at)
}

async function revokeWhere(
  tx: Transaction,
  actor: AuditActor,
  organizationId: string,
  which: SQL | undefined,
  at: Date,
): Promise<void> {
  const rows = await tx
    .update(apiTokens)
    .set({ revokedAt: at })
    .where(and(which, isNull(apiTokens.revokedAt)))
    .returning()
  const caller = { actor, scope: { organizationId } }
  for (const row of rows) await recordToken(tx, caller, row, 'revoked', {}, at)
}

/** Locks the membership: a removal that runs at the same time waits, then revokes the new token too.
 * @throws problem not-found */
async function assertStillMember(
  tx: Transaction,
  { userId }: Person,
  { organizationId }: Scope,
): Promise<void> {
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
    .for('share')
  if (!member) throw problem('not-found')
}

async function tokenOf(tx: Transaction, environmentId: string, id: string): Promise<TokenRow> {
  const [row] = await tx
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.environmentId, environmentId)))
    .for('update')
  if (!row) throw problem('not-found')
  return row
}

type Verb = 'created' | 'renamed' | 'revoked'

const recordToken = changeRecorder(({ id, environmentId, name, permission }: TokenRow, verb: Verb) => ({
  environmentId,
  object: { type: 'api_token', id, name },
  ...(verb !== 'renamed' && { event: { type: `api_token.${verb}` as const, data: { name, permission } } }),
  action: `api_token.${verb}`,
}))

function tokenView(row: TokenRow, clock: Clock): ApiToken {
  const isExpired = row.expiresAt !== null && row.expiresAt <= clock.now()
  return {
    id: row.id,
    environmentId: row.environmentId,
    name: row.name,
    permission: row.permission,
    status: row.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
