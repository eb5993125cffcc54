import { and, eq, gt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { writeSecurityRecord } from '../../../platform/events/security-log.ts'
import { problem } from '../../../platform/problem.ts'
import { currentRequester } from '../../../platform/turns/requester.ts'
import type { Identity } from '../identity.ts'
import { accountOfRow, recordAccountEvent } from '../security-log/records.ts'
import { signInFailures, users } from '../tables.ts'
import { addressHash } from '../tokens/hashes.ts'
import { isAddress } from './addresses.ts'

const MAX_FAILURES = 10
const LOCK_SECONDS = 15 * 60

/** A password or code that somebody enters. */
interface Attempt {
  /** The email address, whether or not it has an account. */
  readonly email: string
  /** Name of the lock, if it is not that of the sign-in with the address. */
  readonly subject?: string
  readonly method: 'password' | 'second-factor' | 'emailed-code'
}

/** Checks a password or code. A try is counted before the check and uncounted if it was right, so that parallel
 * requests get no extra tries.
 * @throws problem account-locked with Retry-After, after ten wrong tries in a row */
export async function checkWithLockout(
  identity: Pick<Identity, 'db' | 'clock' | 'later'>,
  attempt: Attempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { db, clock } = identity
  const { email, subject = email } = attempt
  const isLast = await countTry(db, subject, clock.now())
  const isRight = await check()
  if (isRight) await uncountTry(db, subject)
  else recordFailure(identity, attempt, isLast)
  return isRight
}

/** Records a wrong try, and that it locked the account. */
function recordFailure(
  { db, clock, later }: Pick<Identity, 'db' | 'clock' | 'later'>,
  { email, method }: Attempt,
  isLast: boolean,
): void {
  const from = currentRequester()
  const details = { method }
  later.add(async () => {
    const [user] = await db.select().from(users).where(isAddress(email))
    if (!user) {
      const repeatKey = `sign_in.failed ${from.address}`
      const record = { failed: true, user: null, actor: null, details, repeatKey, from, at: clock.now() }
      await writeSecurityRecord(db, { action: 'sign_in.failed', ...record })
      return
    }
    const event = { account: accountOfRow(user), by: null, failed: true, details, from }
    await recordAccountEvent(db, clock, { action: 'sign_in.failed', ...event })
    if (isLast) await recordAccountEvent(db, clock, { action: 'sign_in.locked', ...event })
  })
}

/** Returns whether a further wrong try is refused. */
async function countTry(db: Queryable, subject: string, now: Date): Promise<boolean> {
  const { failures, lockedUntil } = signInFailures
  const isExpired = sql`${lockedUntil} <= ${now.toISOString()}::timestamptz`
  const lockEnd = addSeconds(now, LOCK_SECONDS).toISOString()
  const [counted] = await db
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
    .returning({ lockedUntil })
  if (counted !== undefined) return counted.lockedUntil !== null
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
