import { randomUUID } from 'node:crypto'
import { type Client, client, newOwner } from './client.ts'

/** Queries the database directly. */
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** A new person who joins the owner's organization with a role of these permissions. */
export async function newMember(owner: Client, sql: Sql, permissions: string | null): Promise<Client> {
  const person = await newOwner(owner.url, { organization: `Side business ${randomUUID()}` })
  const roleId = randomUUID()
  await sql(
    `INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, $3, $4, now())`,
    [roleId, owner.organizationId, `role ${roleId}`, permissions],
  )
  const { id } = await person.call('getUser', { params: { id: 'me' } })
  await sql(
    `INSERT INTO members (organization_id, user_id, role_id, created_at) VALUES ($1, $2, $3, now())`,
    [owner.organizationId, id, roleId],
  )
  return client(owner.url, person.token, owner.organizationId, owner.environmentId)
}
