import { lt } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Identity } from '../identity.ts'
import { googleNonces, oneTimeCodes, sessions, signInFailures } from '../tables.ts'

const DAY_SECONDS = 24 * 3600

/** Deletes failed sign-ins and codes after a day, and ended sessions after a month. */
export async function pruneAccounts({ db, clock }: Identity): Promise<void> {
  const now = clock.now()
  await db.delete(signInFailures).where(lt(signInFailures.updatedAt, addSeconds(now, -DAY_SECONDS)))
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, addSeconds(now, -DAY_SECONDS)))
  await db.delete(googleNonces).where(lt(googleNonces.expiresAt, now))
  await db.delete(sessions).where(lt(sessions.expiresAt, addSeconds(now, -30 * DAY_SECONDS)))
}
