import { eq, sql } from 'drizzle-orm'
import { addSeconds, type Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import { problem } from '../../platform/problem.ts'
import { addressHash } from './hashes.ts'
import { signInFailures } from './tables.ts'

const MAX_FAILURES = 10
const LOCK_SECONDS = 15 * 60

/** @throws problem account-locked with Retry-After, after ten failures in a row for this e-mail, known or not. */
export async function assertNotLocked(db: Queryable, email: string, clock: Clock): Promise<void> {
  const [row] = await db
    .select()
    .from(signInFailures)
    .where(eq(signInFailures.emailHash, addressHash(email)))
  const seconds = row?.lockedUntil ? Math.ceil((row.lockedUntil.getTime() - clock.now().getTime()) / 1000) : 0
  if (seconds > 0) throw problem('account-locked', { headers: { 'retry-after': String(seconds) } })
}

export async function recordFailure(db: Queryable, email: string, clock: Clock): Promise<void> {
  const now = clock.now()
  const lockedUntil = addSeconds(now, LOCK_SECONDS)
  await db
    .insert(signInFailures)
    .values({ emailHash: addressHash(email), failures: 1, updatedAt: now })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: {
        // A lock that is over starts the count anew.
        failures: sql`CASE WHEN ${signInFailures.lockedUntil} IS NOT NULL THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        lockedUntil: sql`CASE WHEN ${signInFailures.lockedUntil} IS NULL AND ${signInFailures.failures} + 1 >= ${MAX_FAILURES}
          THEN ${lockedUntil.toISOString()}::timestamptz END`,
        updatedAt: now,
      },
    })
}

export async function forgetFailures(db: Queryable, email: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.emailHash, addressHash(email)))
}
