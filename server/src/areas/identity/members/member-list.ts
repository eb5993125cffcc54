import type { Member } from '@kinora/contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { type PageQuery, pageOffset } from '../../../platform/database/page.ts'
import type { Identity } from '../identity.ts'
import { roleNameOf } from '../organizations/views.ts'
import { environmentRoles, environments, invitations, members, roles, users } from '../tables.ts'

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
}

/** Members and open invitations of an organization, by name and address. */
export async function listMembers(
  { db, clock }: Identity,
  organizationId: string,
  { pageNum, pageSize, phrase }: ListQuery,
) {
  const pattern = `%${escapeLike(phrase?.trim().toLowerCase() ?? '')}%`
  const joined = sql`SELECT user_id AS id, true AS joined, lower(first_name || ' ' || last_name) AS name, lower(email) AS email
    FROM members JOIN users ON users.id = user_id WHERE organization_id = ${organizationId}`
  const invited = sql`SELECT id, false AS joined, NULL AS name, lower(email) AS email
    FROM invitations WHERE organization_id = ${organizationId}`
  const both = sql`(${joined} UNION ALL ${invited}) AS everybody
    WHERE email LIKE ${pattern} OR name LIKE ${pattern}`
  const { rows } = await db.execute<{ id: string; joined: boolean }>(
    sql`SELECT id, joined FROM ${both} ORDER BY joined DESC, name COLLATE names, email LIMIT ${pageSize} OFFSET ${pageOffset({ pageNum, pageSize })}`,
  )
  const counted = await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${both}`)
  const idsOf = (isJoined: boolean) => rows.filter(({ joined }) => joined === isJoined).map(({ id }) => id)
  const found = new Map([
    ...(await membersWhere(db, organizationId, idsOf(true))).map((each) => [each.userId, each] as const),
    ...(await invitationsWhere(db, inArray(invitations.id, idsOf(false)), clock.now())).map(
      (each) => [each.invitationId, each] as const,
    ),
  ])
  return {
    items: rows.flatMap(({ id }) => found.get(id) ?? []),
    pageNum,
    pageSize,
    totalItems: counted.rows[0]?.total ?? 0,
  }
}

/** One member as in the list. Null if there is none. */
export async function memberView(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<Member | null> {
  const [member] = await membersWhere(db, organizationId, [userId])
  return member ?? null
}

async function membersWhere(db: Queryable, organizationId: string, userIds: string[]): Promise<Member[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .select({ user: users, role: roles, joinedAt: members.createdAt })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), inArray(members.userId, userIds)))
  const ownRole = alias(roles, 'own_role')
  const own = await db
    .select({ userId: environmentRoles.userId, environmentId: environments.id, role: ownRole })
    .from(environmentRoles)
    .innerJoin(environments, eq(environments.id, environmentRoles.environmentId))
    .innerJoin(ownRole, eq(ownRole.id, environmentRoles.roleId))
    .where(and(eq(environments.organizationId, organizationId), inArray(environmentRoles.userId, userIds)))
  const ownByUser = Map.groupBy(own, ({ userId }) => userId)
  return rows.map(({ user, role, joinedAt }) => ({
    userId: user.id,
    invitationId: null,
    name: `${user.firstName} ${user.lastName}`,
    email: user.email,
    role: roleNameOf(role),
    environmentRoles: (ownByUser.get(user.id) ?? []).map((each) => ({
      environmentId: each.environmentId,
      role: roleNameOf(each.role),
    })),
    status: 'joined',
    invitedAt: null,
    expiresAt: null,
    joinedAt: joinedAt.toISOString(),
  }))
}

export async function invitationsWhere(db: Queryable, where: SQL | undefined, now: Date): Promise<Member[]> {
  const rows = await db
    .select({ invitation: invitations, role: roles })
    .from(invitations)
    .innerJoin(roles, eq(roles.id, invitations.roleId))
    .where(where)
  return rows.map(({ invitation, role }) => ({
    userId: null,
    invitationId: invitation.id,
    name: null,
    email: invitation.email,
    role: roleNameOf(role),
    environmentRoles: [],
    status: invitation.expiresAt <= now ? 'expired' : 'invite sent',
    invitedAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    joinedAt: null,
  }))
}
