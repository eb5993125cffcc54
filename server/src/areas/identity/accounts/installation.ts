import type { InstallationOrganization, InstallationUser, User } from '@kinora/contract'
import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { containsText } from '../../../platform/database/like.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { logoUrlOf } from '../organizations/views.ts'
import { environments, members, organizations, users } from '../tables.ts'
import { type Device, startSession } from './sessions.ts'
import { userView } from './user-view.ts'

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
}

const IMPERSONATION_S = 3600

/** All users, by name. */
export async function listUsers({ db }: Identity, query: ListQuery) {
  const text = query.phrase?.trim()
  const where = text ? or(containsText(users.email, text), containsText(fullName, text)) : undefined
  return loadPage(query, {
    select: db
      .select()
      .from(users)
      .where(where)
      .orderBy(asc(sortName(fullName)), asc(users.id)),
    total: db.$count(users, where),
    view: (rows) => userViews(db, rows),
  })
}

async function userViews(
  db: Queryable,
  rows: readonly (typeof users.$inferSelect)[],
): Promise<InstallationUser[]> {
  const memberships = await db
    .select({ userId: members.userId, id: organizations.id, name: organizations.name })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(
      inArray(
        members.userId,
        rows.map(({ id }) => id),
      ),
    )
  const byUser = Map.groupBy(memberships, ({ userId }) => userId)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: `${row.firstName} ${row.lastName}`,
    isAdmin: row.isAdmin,
    hasSecondFactor: row.totpConfirmedAt !== null,
    organizations: (byUser.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Creates a session as another user who is not an administrator. @throws problem not-found, forbidden */
export async function impersonate(
  identity: Identity,
  admin: Person,
  device: Device,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ token: string; user: User }> {
  const { db, clock } = identity
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (!user) throw problem('not-found')
    if (user.isAdmin) throw problem('forbidden')
    const at = clock.now()
    const impersonator = { userId: admin.userId, name: admin.name }
    const token = await startSession(tx, clock, {
      userId,
      device,
      lifetimeSeconds: IMPERSONATION_S,
      impersonator,
    })
    const memberships = await tx.select().from(members).where(eq(members.userId, userId))
    // No audit trail would record it.
    if (memberships.length === 0)
      throw problem('forbidden', { detail: 'This user is not a member of any organization' })
    for (const { organizationId } of memberships) {
      await recordChange(
        tx,
        { actor: admin, scope: { organizationId } },
        {
          object: { type: 'member', id: userId, name: `${user.firstName} ${user.lastName}` },
          audit: { action: 'impersonation.started', after: { reason } },
        },
        at,
      )
    }
    const impersonation = { by: admin.name, expiresAt: addSeconds(at, IMPERSONATION_S).toISOString() }
    return { token, user: await userView(identity, tx, userId, impersonation) }
  })
}

/** All organizations, by name. */
export async function listOrganizations({ db }: Identity, query: ListQuery) {
  const text = query.phrase?.trim()
  const where = text ? containsText(organizations.name, text) : undefined
  return loadPage(query, {
    select: db
      .select({ id: organizations.id })
      .from(organizations)
      .where(where)
      .orderBy(asc(sortName(organizations.name)), asc(organizations.id)),
    total: db.$count(organizations, where),
    async view(rows) {
      const ids = rows.map(({ id }) => id)
      const found = await organizationsWhere(db, inArray(organizations.id, ids))
      const byId = new Map(found.map((each) => [each.id, each]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
  })
}

interface Standing {
  readonly isActive: boolean
  readonly isSubscribed: boolean
  readonly alertMessage: string | null
  readonly modules: readonly string[]
}

/** @throws problem not-found */
export async function setStanding(
  { db, clock }: Identity,
  admin: Person,
  organizationId: string,
  { modules, ...standing }: Standing,
): Promise<InstallationOrganization> {
  return db.transaction(async (tx) => {
    const where = eq(organizations.id, organizationId)
    const [before] = await tx.select().from(organizations).where(where).for('update')
    if (!before) throw problem('not-found')
    const settings = { ...before.settings, 'modules.enabled': [...new Set(modules)].join(',') }
    const { isActive, isSubscribed, alertMessage } = before
    const changes = changesBetween(
      { isActive, isSubscribed, alertMessage, modules: before.settings['modules.enabled'] },
      { ...standing, modules: settings['modules.enabled'] },
    )
    if (changes !== null) {
      await tx
        .update(organizations)
        .set({ ...standing, settings })
        .where(where)
      await recordChange(
        tx,
        { actor: admin, scope: { organizationId } },
        {
          object: { type: 'organization', id: organizationId, name: before.name },
          audit: { action: 'organization.standing.changed', ...changes },
        },
        clock.now(),
      )
    }
    const [view] = await organizationsWhere(tx, where)
    if (!view) throw problem('not-found')
    return view
  })
}

async function organizationsWhere(db: Queryable, where: SQL): Promise<InstallationOrganization[]> {
  const rows = await db
    .select({
      organization: organizations,
      members: db.$count(members, eq(members.organizationId, organizations.id)),
      environments: db.$count(environments, eq(environments.organizationId, organizations.id)),
    })
    .from(organizations)
    .where(where)
  return rows.map(({ organization, ...counts }) => ({
    id: organization.id,
    name: organization.name,
    logoUrl: logoUrlOf(organization),
    isActive: organization.isActive,
    isSubscribed: organization.isSubscribed,
    alertMessage: organization.alertMessage,
    modules: (organization.settings['modules.enabled'] ?? '').split(',').filter(Boolean),
    ...counts,
    createdAt: organization.createdAt.toISOString(),
  }))
}

const fullName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`
