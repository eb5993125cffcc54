import { eq, type SQL, sql } from 'drizzle-orm'
import { users } from '../tables.ts'

/** Matches the account with an email address, regardless of case and surrounding spaces. */
export function isAddress(email: string): SQL {
  return eq(sql`lower(${users.email})`, email.trim().toLowerCase())
}
