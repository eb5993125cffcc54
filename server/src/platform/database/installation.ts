import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { installation } from './tables.ts'

/** A secret shared by all processes of this installation, created on first use. */
export async function installationSecret(db: Database, name: string): Promise<string> {
  await db
    .insert(installation)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select().from(installation).where(eq(installation.name, name))
  if (!row) throw new Error(`the installation has no ${name}`)
  return row.value
}
