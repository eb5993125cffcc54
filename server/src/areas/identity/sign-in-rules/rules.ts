import type { BodyOf, CallOf, SignInRules } from '@kinora/contract'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { roleNameOf } from '../organizations/views.ts'
import { roleOf } from '../roles/rights.ts'
import { members, organizations, roles, users } from '../tables.ts'

/** @throws problem not-found */
export async function getSignInRules(
  { config }: Pick<Identity, 'config'>,
  db: Queryable,
  organizationId: string,
): Promise<SignInRules> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!organization) throw problem('not-found')
  const without = db
    .select({ id: members.userId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), isNull(users.totpConfirmedAt)))
  return {
    requiresSecondFactor: organization.requiresSecondFactor,
    secondFactorRoles: (await rolesWithFactor(db, organizationId)).map(roleNameOf),
    sessionIdleMinutes: organization.sessionIdleMinutes,
    installationIdleMinutes: config.SESSION_IDLE_MINUTES,
    membersWithoutSecondFactor: await db.$count(without.as('without')),
  }
}

/** Changes the given rules. @throws problem not-found (for roles), second-factor-off */
export async function setSignInRules(
  identity: Identity,
  actor: Person,
  { organizationId }: OrganizationScope,
  { secondFactorRoleIds: roleIds, ...given }: BodyOf<CallOf<'setSignInRules'>>,
): Promise<SignInRules> {
  const { db, clock } = identity
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    for (const roleId of roleIds ?? []) await roleOf(tx, organizationId, roleId)
    const requires = given.requiresSecondFactor === true || (roleIds ?? []).length > 0
    // Otherwise the request would lock out its own sender.
    if (requires && !(await hasSecondFactor(tx, actor.userId))) throw problem('second-factor-off')
    const where = eq(organizations.id, organizationId)
    const [current] = await tx.select().from(organizations).where(where).for('update')
    if (!current) throw problem('not-found')
    const { requiresSecondFactor, sessionIdleMinutes } = current
    const old = { requiresSecondFactor, sessionIdleMinutes }
    const oldRoles = await rolesWithFactor(tx, organizationId)
    const patched = applyPatch(old, given)
    await tx.update(organizations).set(patched).where(where)
    if (roleIds !== undefined) await setRoles(tx, organizationId, roleIds)
    const namesOf = (rows: readonly { name: string }[]) => ({ roles: rows.map(({ name }) => name) })
    const changes = changesBetween(
      { ...old, ...namesOf(oldRoles) },
      { ...patched, ...namesOf(await rolesWithFactor(tx, organizationId)) },
    )
    if (changes !== null)
      await recordChange(
        tx,
        { actor, scope: { organizationId } },
        {
          object: { type: 'organization', id: organizationId, name: current.name },
          audit: { action: 'organization.sign_in_rules.changed', ...changes },
        },
        clock.now(),
      )
    return getSignInRules(identity, tx, organizationId)
  })
}

async function setRoles(tx: Queryable, organizationId: string, roleIds: readonly string[]): Promise<void> {
  const ofOrganization = eq(roles.organizationId, organizationId)
  await tx.update(roles).set({ requiresSecondFactor: false }).where(ofOrganization)
  await tx
    .update(roles)
    .set({ requiresSecondFactor: true })
    .where(and(ofOrganization, inArray(roles.id, [...roleIds])))
}

function rolesWithFactor(db: Queryable, organizationId: string) {
  return db
    .select()
    .from(roles)
    .where(and(eq(roles.organizationId, organizationId), roles.requiresSecondFactor))
    .orderBy(asc(sortName(roles.name)))
}

async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const [user] = await db.select({ at: users.totpConfirmedAt }).from(users).where(eq(users.id, userId))
  return user !== undefined && user.at !== null
}
