import { and, eq, gt, sql } from 'drizzle-orm'
import { addSeconds, type Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { signInFailures } from '../tables.ts'
import { addressHash } from '../tokens/hashes.ts'

const MAX_FAILURES = 10
const LOCK_SECONDS = 15 * 60

/** Checks a password or code. A try is counted before the check and uncounted if it was right, so that parallel
 * requests get no extra tries.
 * @param subject an email address, whether or not it has an account
 * @throws problem account-locked with Retry-After, after ten wrong tries in a row */
export async function checkWithLockout(
  db: Queryable,
  subject: string,
  clock: Clock,
  check: () => Promise<boolean>,
): Promise<boolean> {
  await countTry(db, subject, clock.now())
  const isRight = await check()
  if (isRight) await uncountTry(db, subject)
  return isRight
}

async function countTry(db: Queryable, subject: string, now: Date): Promise<void> {
  const { failures, lockedUntil } = signInFailures
  const isExpired = sql`${lockedUntil} <= ${now.toISOString()}::timestamptz`
  const lockEnd = addSeconds(now, LOCK_SECONDS).toISOString()
  const taken = await db
    .insert(signInFailures)
    .values({ emailHash: addressHash(subject), failures: 1, updatedAt: now })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: {
        // An expired lock restarts the count.
        failures: sql`CASE WHEN ${isExpired} THEN 1 ELSE ${failures} + 1 END`,
        lockedUntil: sql`CASE WHEN ${lockedUntil} IS NULL AND ${failures} + 1 >= ${MAX_FAILURES}
          THEN ${lockEnd}::timestamptz END`,
        updatedAt: now,
      },
      setWhere: sql`${lockedUntil} IS NULL OR ${isExpired}`,
    })
    .returning({ failures })
  if (taken.length > 0) return
  const [row] = await db
    .select({ lockedUntil })
    .from(signInFailures)
    .where(eq(signInFailures.emailHash, addressHash(subject)))
  const seconds = Math.ceil(((row?.lockedUntil ?? now).getTime() - now.getTime()) / 1000)
  throw problem('account-locked', { headers: { 'retry-after': String(Math.max(1, seconds)) } })
}

async function uncountTry(db: Queryable, subject: string): Promise<void> {
  await db
    .update(signInFailures)
    .set({ failures: sql`${signInFailures.failures} - 1`, lockedUntil: null })
    .where(and(eq(signInFailures.emailHash, addressHash(subject)), gt(signInFailures.failures, 0)))
}

export async function deleteFailures(db: Queryable, email: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.emailHash, addressHash(email)))
}
