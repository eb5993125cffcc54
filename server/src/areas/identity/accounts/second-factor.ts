import { randomInt } from 'node:crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { accountOfRow, recordAccountEvent } from '../security-log/records.ts'
import { requiresSecondFactor } from '../sign-in-rules/required.ts'
import { recoveryCodes, users } from '../tables.ts'
import { hashOf } from '../tokens/hashes.ts'
import { checkWithLockout } from './sign-in-guard.ts'

type UserRow = typeof users.$inferSelect

/** The second factor of a sign-in. Null if the account has none. */
export type UsedFactor = 'totp' | 'recovery-code' | null

const ISSUER = 'Kinora'
const PERIOD_S = 30
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Creates a secret for an authenticator app. It takes effect after `confirmSecondFactor`. Requires the password,
 * because a stolen session must not lock the owner out.
 * @throws problem second-factor-on, password-wrong, password-missing, account-locked */
export async function beginSecondFactor(
  identity: Identity,
  { userId, email }: Person,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { db, passwords, secrets } = identity
  const { passwordHash } = await userOf(identity, userId)
  if (passwordHash === null) throw problem('password-missing')
  const attempt = { email, method: 'password' } as const
  if (!(await checkWithLockout(identity, attempt, () => passwords.check(password, passwordHash))))
    throw problem('password-wrong')
  const secret = new Secret({ size: SECRET_BYTES })
  const updated = await db
    .update(users)
    .set({ totpSecret: secrets.encrypt(secret.base32), totpUsedStep: null })
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id })
  if (updated.length === 0) throw problem('second-factor-on')
  return { secret: secret.base32, uri: totpOf(secret.base32, email).toString() }
}

/** Turns on the second factor and returns the recovery codes.
 * @throws problem second-factor-on, second-factor-wrong */
export async function confirmSecondFactor(
  identity: Identity,
  { userId }: Person,
  code: string,
): Promise<string[]> {
  const { db, clock } = identity
  const user = await userOf(identity, userId)
  if (user.totpConfirmedAt !== null) throw problem('second-factor-on')
  if (!(await consumeTotp(identity, user, code))) throw problem('second-factor-wrong')
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  const codeHashes = await Promise.all(codes.map((each) => newCodeHash(identity, each)))
  await db.transaction(async (tx) => {
    // The secret may have been replaced or confirmed by another request since it was checked.
    const confirmed = await tx
      .update(users)
      .set({ totpConfirmedAt: clock.now() })
      .where(and(hasSecret(user), isNull(users.totpConfirmedAt)))
      .returning({ id: users.id })
    if (confirmed.length === 0) throw problem('second-factor-wrong')
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })))
    await recordAccountEvent(tx, clock, { action: 'second_factor.enabled', account: accountOfRow(user) })
  })
  return codes
}

/** @throws problem second-factor-wrong, second-factor-kept, account-locked */
export async function endSecondFactor(identity: Identity, { userId }: Person, code: string): Promise<void> {
  const { db, clock } = identity
  const user = await userOf(identity, userId)
  if (user.totpConfirmedAt === null) throw problem('second-factor-wrong')
  const [rules] = await db
    .select({ needsFactor: requiresSecondFactor })
    .from(users)
    .where(eq(users.id, userId))
  if (rules?.needsFactor) throw problem('second-factor-kept')
  await assertSecondFactor(identity, user, code)
  await db.transaction(async (tx) => {
    await deleteFactor(tx, userId)
    await recordAccountEvent(tx, clock, { action: 'second_factor.disabled', account: accountOfRow(user) })
  })
}

/** Deletes the secret and the recovery codes. */
export async function deleteFactor(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ totpSecret: null, totpConfirmedAt: null, totpUsedStep: null })
    .where(eq(users.id, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Passes if the user has no second factor, or the code is valid and unused. Returns what was used.
 * @throws problem second-factor-required, second-factor-wrong, account-locked */
export async function assertSecondFactor(
  identity: Identity,
  user: UserRow,
  code: string | undefined,
): Promise<UsedFactor> {
  if (user.totpConfirmedAt === null) return null
  if (code === undefined) throw problem('second-factor-required')
  const isRecovery = code.includes('-')
  const isRight = await checkWithLockout(identity, { email: user.email, method: 'second-factor' }, () =>
    isRecovery ? consumeRecoveryCode(identity, user, code) : consumeTotp(identity, user, code),
  )
  if (!isRight) throw problem('second-factor-wrong')
  return isRecovery ? 'recovery-code' : 'totp'
}

/** A code is valid during its own step of 30 s (OWASP ASVS 5.0, 6.5.5), and only once (RFC 6238, section 5.2). */
async function consumeTotp({ db, clock, secrets }: Identity, user: UserRow, code: string): Promise<boolean> {
  if (user.totpSecret === null) return false
  const timestamp = clock.now().getTime()
  const totp = totpOf(secrets.decrypt(user.totpSecret), user.email)
  if (totp.validate({ token: code, timestamp, window: 0 }) === null) return false
  const step = totp.counter({ timestamp })
  const isNew = or(isNull(users.totpUsedStep), lt(users.totpUsedStep, step))
  const taken = await db
    .update(users)
    .set({ totpUsedStep: step })
    .where(and(hasSecret(user), isNew))
    .returning({ id: users.id })
  return taken.length > 0
}

/** Matches the user while the secret is the one that was read. */
function hasSecret({ id, totpSecret }: UserRow) {
  return and(
    eq(users.id, id),
    totpSecret === null ? isNull(users.totpSecret) : eq(users.totpSecret, totpSecret),
  )
}

async function consumeRecoveryCode(identity: Identity, user: UserRow, code: string): Promise<boolean> {
  const { db, clock } = identity
  const userId = user.id
  const codeHash = await matchingHash(identity, userId, code)
  if (codeHash === null) return false
  const where = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))
  return db.transaction(async (tx) => {
    const used = await tx
      .update(recoveryCodes)
      .set({ usedAt: clock.now() })
      .where(and(where, isNull(recoveryCodes.usedAt)))
      .returning({ userId: recoveryCodes.userId })
    if (used.length === 0) return false
    await recordAccountEvent(tx, clock, { action: 'recovery_code.used', account: accountOfRow(user) })
    return true
  })
}

async function newCodeHash({ passwords }: Identity, code: string): Promise<Buffer> {
  return Buffer.from(await passwords.hash(code))
}

/** The stored hash of an unused code. Null if there is none. */
async function matchingHash(
  { db, passwords }: Identity,
  userId: string,
  code: string,
): Promise<Buffer | null> {
  const isUnused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const rows = await db.select({ codeHash: recoveryCodes.codeHash }).from(recoveryCodes).where(isUnused)
  for (const { codeHash } of rows) {
    // Codes of earlier versions have a plain hash.
    const text = codeHash.toString()
    const isMatch = text.startsWith('$argon2') ? passwords.check(code, text) : codeHash.equals(hashOf(code))
    if (await isMatch) return codeHash
  }
  return null
}

async function userOf({ db }: Identity, userId: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw problem('not-found')
  return user
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 })
}

/** 25 random letters and digits: 123 bits. */
function recoveryCode(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
