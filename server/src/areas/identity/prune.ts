import { lt } from 'drizzle-orm'
import { addSeconds, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { invitations, oneTimeCodes, sessions, signInFailures } from './tables.ts'

const DAY_SECONDS = 24 * 3600

/** Deletes failed sign-ins and codes after a day, and ended sessions and invitations after a month. */
export async function pruneIdentity(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  await db.delete(signInFailures).where(lt(signInFailures.updatedAt, addSeconds(now, -DAY_SECONDS)))
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, addSeconds(now, -DAY_SECONDS)))
  await db.delete(invitations).where(lt(invitations.expiresAt, addSeconds(now, -30 * DAY_SECONDS)))
  await db.delete(sessions).where(lt(sessions.expiresAt, addSeconds(now, -30 * DAY_SECONDS)))
}
