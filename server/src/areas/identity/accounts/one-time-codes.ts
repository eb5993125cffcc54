import { randomBytes, randomInt } from 'node:crypto'
import type { Language } from '@kinora/contract'
import { and, eq, gt, gte, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { oneTimeCodes, type Purpose, users } from '../tables.ts'
import { addressHash, hashOf } from '../tokens/hashes.ts'
import { isAddress } from './addresses.ts'
import { codeJob } from './jobs.ts'
import { checkWithLockout, deleteFailures } from './sign-in-guard.ts'

export type CodeEmail = z.output<typeof codeJob.input>['purpose']

const LIFETIME_S = 600
const MAX_TRIES = 5
/** Codes of an address that are valid at the same time, each for another browser. */
const MAX_CODES = 5
const CHALLENGE_BYTES = 24
/** Requests within this time do not replace the code that was just sent, unless its tries are used up. */
const RESEND_AFTER_S = 30
/** Emails without an environment share this turn in the job queue. */
const NO_ENVIRONMENT = '00000000-0000-0000-0000-000000000000'

/** How often the owner of an account learns of a sign-up with the address. */
const NOTICE_AFTER_S = 3600

/** Enqueues an email with a six-digit code. The job looks up the account, so that the response and its time do not
 * show whether it exists.
 * @param earlier the challenge of the browser, whose code is replaced
 * @returns the challenge, without which the code does not work */
export async function enqueueCode(
  { jobs }: Identity,
  tx: Transaction,
  purpose: CodeEmail,
  email: string,
  earlier?: string,
): Promise<string> {
  const challenge = earlier ?? randomBytes(CHALLENGE_BYTES).toString('base64url')
  const challengeHash = hashOf(challenge).toString('hex')
  const key = `${purpose} ${addressHash(email).toString('hex')} ${challengeHash}`
  await jobs.enqueue(tx, codeJob, { purpose, email, challengeHash }, { environmentId: NO_ENVIRONMENT, key })
  return challenge
}

/** The email with a code. */
export interface CodeRequest {
  readonly purpose: Purpose
  readonly email: string
  readonly challengeHash: Buffer
}

/** Creates the code for an email. Null if none is to be sent.
 * @param isRetry of the job, which replaces the code of the earlier attempt, because that was not delivered */
export async function makeCode(
  { db, clock, passwords }: Pick<Identity, 'db' | 'clock' | 'passwords'>,
  { purpose, email, challengeHash }: CodeRequest,
  isRetry: boolean,
): Promise<{ code: string; to: string; language: Language } | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  // Also for unknown addresses: hashing slows down requests at the same time, which would show that an account exists.
  const codeHash = await passwords.hash(code)
  const [user] = await db.select().from(users).where(isAddress(email))
  if (!user || (purpose === 'verify-email' && user.verifiedAt !== null)) return null
  const sentAt = clock.now()
  const fresh = {
    codeHash,
    attempts: 0,
    sentAt,
    expiresAt: addSeconds(sentAt, LIFETIME_S),
  }
  const ofAddress = and(eq(oneTimeCodes.emailHash, addressHash(email)), eq(oneTimeCodes.purpose, purpose))
  const others = and(
    ofAddress,
    ne(oneTimeCodes.challengeHash, challengeHash),
    gt(oneTimeCodes.expiresAt, sentAt),
  )
  if ((await db.$count(oneTimeCodes, others)) >= MAX_CODES) return null
  const isOlder = lt(oneTimeCodes.sentAt, addSeconds(sentAt, -RESEND_AFTER_S))
  const isUsedUp = gte(oneTimeCodes.attempts, MAX_TRIES)
  const written = await db
    .insert(oneTimeCodes)
    .values({ emailHash: addressHash(email), purpose, challengeHash, ...fresh })
    .onConflictDoUpdate({
      target: [oneTimeCodes.emailHash, oneTimeCodes.purpose, oneTimeCodes.challengeHash],
      set: fresh,
      ...(isRetry ? {} : { setWhere: sql`${isOlder} OR ${isUsedUp}` }),
    })
    .returning({ purpose: oneTimeCodes.purpose })
  return written.length === 0 ? null : { code, to: user.email, language: user.language }
}

/** The owner of a confirmed account, if an email has to say that somebody signs up with the address.
 * @param isRetry of the job, whose earlier attempt did not send the email */
export async function claimSignUpNotice(
  { db, clock, passwords }: Pick<Identity, 'db' | 'clock' | 'passwords'>,
  email: string,
  isRetry: boolean,
): Promise<{ to: string; language: Language } | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(isAddress(email), isNotNull(users.verifiedAt)))
  if (!user) return null
  const sentAt = clock.now()
  // Without a code, the row only remembers the time.
  const sent = { codeHash: '', attempts: MAX_TRIES, sentAt, expiresAt: sentAt }
  const written = await db
    .insert(oneTimeCodes)
    .values({ emailHash: addressHash(email), purpose: 'sign-up', challengeHash: Buffer.alloc(0), ...sent })
    .onConflictDoUpdate({
      target: [oneTimeCodes.emailHash, oneTimeCodes.purpose, oneTimeCodes.challengeHash],
      set: sent,
      ...(isRetry ? {} : { setWhere: lt(oneTimeCodes.sentAt, addSeconds(sentAt, -NOTICE_AFTER_S)) }),
    })
    .returning({ purpose: oneTimeCodes.purpose })
  if (written.length === 0) return null
  // As much work as for a code, for the same reason.
  await passwords.hash('')
  return { to: user.email, language: user.language }
}

/** Consumes a code with the challenge of the request for it. Each code allows five tries, and ten wrong tries lock the
 * address.
 * @throws problem otp-wrong (for known and unknown addresses), account-locked */
export async function consumeCode(
  identity: Identity,
  purpose: Purpose,
  { email, challenge, otp }: EnteredCode,
): Promise<void> {
  const subject = `${purpose} ${email.trim().toLowerCase()}`
  const attempt = { email, subject, method: 'emailed-code' } as const
  const challengeHash = hashOf(challenge)
  const isRight = await checkWithLockout(identity, attempt, () =>
    tryCode(identity, { purpose, email, challengeHash }, otp),
  )
  if (!isRight) throw problem('otp-wrong')
  await deleteFailures(identity.db, subject)
}

/** A code, and the challenge of the request for it. */
export interface EnteredCode {
  readonly email: string
  readonly challenge: string
  readonly otp: string
}

async function tryCode(
  { db, clock, passwords }: Identity,
  request: CodeRequest,
  code: string,
): Promise<boolean> {
  const where = and(
    eq(oneTimeCodes.emailHash, addressHash(request.email)),
    eq(oneTimeCodes.purpose, request.purpose),
    eq(oneTimeCodes.challengeHash, request.challengeHash),
  )
  const [tried] = await db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(and(where, lt(oneTimeCodes.attempts, MAX_TRIES), gt(oneTimeCodes.expiresAt, clock.now())))
    .returning()
  const isRight = await passwords.check(code, tried?.codeHash ?? null)
  if (!isRight || tried === undefined) return false
  // Only one of two simultaneous requests with the right code succeeds.
  const taken = await db
    .delete(oneTimeCodes)
    .where(and(where, eq(oneTimeCodes.codeHash, tried.codeHash)))
    .returning({ purpose: oneTimeCodes.purpose })
  return taken.length > 0
}
