import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../contract/test-case.ts'

export const organizationOf = ({ owner }: Tenant) => ({ id: owner.organizationId ?? '' })

/** A role that nobody has. */
export async function newRole({ owner, sql }: Tenant): Promise<string> {
  const id = randomUUID()
  const permissions = JSON.stringify({ Videos: { Video: { read: true } } })
  await sql(
    'INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, $3, $4, now())',
    [id, owner.organizationId, `Role ${id}`, permissions],
  )
  return id
}

/** Reuses a role, because the number per organization is limited. */
export async function roleOf(world: Tenant): Promise<string> {
  const { items } = await world.owner.call('listRoles', { params: organizationOf(world) })
  return items.find(({ name }) => name.startsWith('Role '))?.id ?? newRole(world)
}

export async function memberOf({ member }: Tenant): Promise<string> {
  const { id } = await (await member(null)).call('getUser', { params: { id: 'me' } })
  return id
}
