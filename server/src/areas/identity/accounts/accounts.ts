import type { updateUserBody } from '@kinora/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Person } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { assertStrong } from '../password-strength.ts'
import { accountOf, accountOfRow, recordAccountEvent } from '../security-log/records.ts'
import { sessions, users } from '../tables.ts'
import { isAddress } from './addresses.ts'
import { consumeCode, type EnteredCode } from './one-time-codes.ts'
import { endOtherSessions } from './sessions.ts'
import { checkWithLockout, deleteFailures } from './sign-in-guard.ts'
import { confirmAddress } from './verified-emails.ts'

export async function updateUser(
  { db }: Identity,
  { userId }: Person,
  given: z.output<typeof updateUserBody>,
): Promise<void> {
  if (Object.keys(given).length > 0) await db.update(users).set(given).where(eq(users.id, userId))
}

/** Changes the password and ends all other sessions.
 * @throws problem password-wrong, password-same, password-common, account-locked */
export async function changePassword(
  identity: Identity,
  person: Person,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { db, clock, passwords } = identity
  const { userId, sessionId, email } = person
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const seen = user?.passwordHash ?? null
  const isRight = await checkWithLockout(identity, { email, method: 'password' }, () =>
    passwords.check(currentPassword, seen),
  )
  if (!isRight || seen === null) throw problem('password-wrong')
  if (newPassword === currentPassword) throw problem('password-same')
  await assertStrong(newPassword, [email], identity.config.BREACHED_PASSWORDS)
  const passwordHash = await passwords.hash(newPassword)
  await db.transaction(async (tx) => {
    // The password may have been replaced, or this session ended, while it was checked.
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, seen)))
      .returning({ id: users.id })
    if (changed.length === 0) throw problem('password-wrong')
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
      .for('share')
    if (!session) throw problem('session-expired')
    await endOtherSessions(tx, clock, userId, sessionId)
    await deleteFailures(tx, email)
    await recordAccountEvent(tx, clock, { action: 'password.changed', account: accountOf(person) })
  })
}

/** Sets a password with an emailed code. The code also confirms the email address.
 * @throws problem password-common, otp-wrong, account-locked */
export async function resetPassword(
  identity: Identity,
  { password, ...entered }: EnteredCode & { readonly password: string },
): Promise<void> {
  const { db, clock, passwords } = identity
  const { email } = entered
  await assertStrong(password, [email], identity.config.BREACHED_PASSWORDS)
  const passwordHash = await passwords.hash(password)
  await consumeCode(identity, 'reset-password', entered)
  await db.transaction(async (tx) => {
    const [user] = await tx.update(users).set({ passwordHash }).where(isAddress(email)).returning()
    if (!user) throw problem('otp-wrong')
    await confirmAddress(tx, clock, user)
    await endOtherSessions(tx, clock, user.id, null)
    await deleteFailures(tx, email)
    await recordAccountEvent(tx, clock, { action: 'password.reset', account: accountOfRow(user) })
  })
}

/** Confirms an address.
 * @param password of the person who signs up. Somebody else may have created the unconfirmed account, so it replaces
 * the account's password, and everything else that gave access ends.
 * @throws problem password-common, otp-wrong, account-locked */
export async function verifyAddress(
  identity: Identity,
  { password, ...entered }: EnteredCode & { readonly password?: string | undefined },
): Promise<void> {
  const { db, clock, passwords } = identity
  const { email } = entered
  if (password !== undefined) await assertStrong(password, [email], identity.config.BREACHED_PASSWORDS)
  const passwordHash = password === undefined ? null : await passwords.hash(password)
  await consumeCode(identity, 'verify-email', entered)
  const isUnconfirmed = and(isAddress(email), isNull(users.verifiedAt))
  if (passwordHash === null) {
    await db.update(users).set({ verifiedAt: clock.now() }).where(isUnconfirmed)
    return
  }
  await db.transaction(async (tx) => {
    const [user] = await tx.update(users).set({ passwordHash }).where(isUnconfirmed).returning()
    if (!user) return
    await confirmAddress(tx, clock, user)
    await recordAccountEvent(tx, clock, { action: 'password.reset', account: accountOfRow(user) })
  })
}
