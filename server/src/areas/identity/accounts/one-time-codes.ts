import { randomInt } from 'node:crypto'
import type { Language } from '@kinora/contract'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { codeJob } from '../job-definitions.ts'
import { oneTimeCodes, users } from '../tables.ts'
import { addressHash } from '../tokens/hashes.ts'
import { checkWithLockout, deleteFailures } from './sign-in-guard.ts'

export type Purpose = (typeof oneTimeCodes.$inferSelect)['purpose']

const LIFETIME_S = 600
const MAX_TRIES = 5
/** Asked for again sooner than this, the one that is under way has to do. */
const RESEND_AFTER_S = 30
/** What mails without an environment take turns under. */
const NO_ENVIRONMENT = '00000000-0000-0000-0000-000000000000'

/**
 * Has six digits mailed, if there is an account that they are for. Whether there is one is looked up later, so that
 * the answer is the same and takes the same time.
 */
export async function enqueueCode(
  { jobs }: Identity,
  tx: Transaction,
  purpose: Purpose,
  email: string,
): Promise<void> {
  const key = `${purpose} ${addressHash(email).toString('hex')}`
  await jobs.enqueue(tx, codeJob, { purpose, email }, { environmentId: NO_ENVIRONMENT, key })
}

/**
 * Makes the code for a mail; null where none is to be sent.
 * @param attempt of the job that mails it: what an earlier one made, nobody may have
 */
export async function makeCode(
  { db, clock, passwords }: Pick<Identity, 'db' | 'clock' | 'passwords'>,
  purpose: Purpose,
  email: string,
  attempt: number,
): Promise<{ code: string; to: string; language: Language } | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
  if (!user || (purpose === 'verify-email' && user.verifiedAt !== null)) return null
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const sentAt = clock.now()
  const fresh = {
    codeHash: await passwords.hash(code),
    attempts: 0,
    sentAt,
    expiresAt: addSeconds(sentAt, LIFETIME_S),
  }
  const written = await db
    .insert(oneTimeCodes)
    .values({ emailHash: addressHash(email), purpose, ...fresh })
    .onConflictDoUpdate({
      target: [oneTimeCodes.emailHash, oneTimeCodes.purpose],
      set: fresh,
      ...(attempt === 1 ? { setWhere: lt(oneTimeCodes.sentAt, addSeconds(sentAt, -RESEND_AFTER_S)) } : {}),
    })
    .returning({ purpose: oneTimeCodes.purpose })
  return written.length === 0 ? null : { code, to: user.email, language: user.language }
}

/**
 * Uses up a code: five tries each, and a lock after ten wrong ones for the address.
 * @throws problem otp-wrong (alike for known and unknown addresses), account-locked
 */
export async function consumeCode(
  identity: Identity,
  purpose: Purpose,
  email: string,
  code: string,
): Promise<void> {
  const { db, clock } = identity
  const subject = `${purpose} ${email.trim().toLowerCase()}`
  if (!(await checkWithLockout(db, subject, clock, () => tryCode(identity, purpose, email, code))))
    throw problem('otp-wrong')
  await deleteFailures(db, subject)
}

async function tryCode(
  { db, clock, passwords }: Identity,
  purpose: Purpose,
  email: string,
  code: string,
): Promise<boolean> {
  const mine = codeFor(purpose, email)
  const [tried] = await db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(and(mine, lt(oneTimeCodes.attempts, MAX_TRIES), gt(oneTimeCodes.expiresAt, clock.now())))
    .returning()
  const isRight = await passwords.check(code, tried?.codeHash ?? null)
  if (!isRight || tried === undefined) return false
  // Two right answers at once: one of them takes it.
  const taken = await db
    .delete(oneTimeCodes)
    .where(and(mine, eq(oneTimeCodes.codeHash, tried.codeHash)))
    .returning({ purpose: oneTimeCodes.purpose })
  return taken.length > 0
}

function codeFor(purpose: Purpose, email: string) {
  return and(eq(oneTimeCodes.emailHash, addressHash(email)), eq(oneTimeCodes.purpose, purpose))
}
