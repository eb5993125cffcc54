import { namedAdministrators } from '@kinora/contract'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { type Actor, limitOf } from '../../../platform/auth.ts'
import type { Identity } from '../identity.ts'
import { roleNameOf } from '../organizations/views.ts'
import { members, roles, users } from '../tables.ts'

/** Names of owners and administrators, whom other members can ask for access. Addresses stay private. People of a
 * limited role work elsewhere and get none. */
export async function listAdministrators({ db }: Identity, actor: Actor, organizationId: string) {
  const [own] = await db
    .select({ permissions: roles.permissions })
    .from(members)
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, actor.userId)))
  if (limitOf(own?.permissions ?? null) !== null) return { items: [] }
  const rows = await db
    .select({ firstName: users.firstName, lastName: users.lastName, role: roles })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(roles, eq(roles.id, members.roleId))
    .where(
      and(eq(members.organizationId, organizationId), inArray(roles.builtIn, ['owner', 'administrator'])),
    )
    .orderBy(desc(eq(roles.builtIn, 'owner')), asc(members.createdAt))
    .limit(namedAdministrators)
  return {
    items: rows.map(({ firstName, lastName, role }) => ({
      name: `${firstName} ${lastName}`,
      role: roleNameOf(role),
    })),
  }
}
