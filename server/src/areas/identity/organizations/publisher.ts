import { eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { environments, organizations } from '../tables.ts'
import { logoUrlOf } from './views.ts'

/** The organization of an environment, as viewers of its videos see it. */
export interface Publisher {
  readonly name: string
  /** Path of the logo. */
  readonly logoUrl: string | null
  /** Public key of the environment, which players report. */
  readonly envKey: string
}

export async function publisherOf(db: Queryable, environmentId: string): Promise<Publisher | null> {
  const { id, name, logoKey } = organizations
  const [row] = await db
    .select({ id, name, logoKey, envKey: environments.envKey })
    .from(organizations)
    .innerJoin(environments, eq(environments.organizationId, id))
    .where(eq(environments.id, environmentId))
  return row ? { name: row.name, logoUrl: logoUrlOf(row), envKey: row.envKey } : null
}

/** @returns null if there is no such organization */
export async function organizationName(db: Queryable, organizationId: string): Promise<string | null> {
  const { id, name } = organizations
  const [row] = await db.select({ name }).from(organizations).where(eq(id, organizationId))
  return row?.name ?? null
}
