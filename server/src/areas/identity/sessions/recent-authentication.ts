import { messages } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { assertSecondFactor } from '../accounts/second-factor.ts'
import { checkWithLockout } from '../accounts/sign-in-guard.ts'
import type { Identity } from '../identity.ts'
import { sessions, users } from '../tables.ts'

/** A sign-in counts as recent for this long. */
const RECENT_S = 600

/** One of the two. */
interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** Checks the password or the second factor again, for the current session.
 * @throws problem request-invalid, password-wrong, second-factor-wrong, account-locked */
export async function authenticateAgain(
  identity: Identity,
  person: Person,
  { password, code }: Proof,
): Promise<void> {
  const { db, clock, passwords } = identity
  const [user] = await db.select().from(users).where(eq(users.id, person.userId))
  if (!user) throw problem('not-found')
  if (password !== undefined) {
    const attempt = { email: user.email, method: 'password' } as const
    const check = () => passwords.check(password, user.passwordHash)
    if (!(await checkWithLockout(identity, attempt, check))) throw problem('password-wrong')
  } else if (code === undefined) {
    throw problem('request-invalid', { errors: [{ path: 'body.password', message: messages.required }] })
  } else if ((await assertSecondFactor(identity, user, code)) === null) throw problem('second-factor-wrong')
  await db
    .update(sessions)
    .set({ authenticatedAt: clock.now() })
    .where(and(eq(sessions.id, person.sessionId), eq(sessions.userId, person.userId)))
}

/** Refuses sessions whose person signed in long ago, as a stolen one (OWASP ASVS 5.0, 7.5.2).
 * @throws problem authentication-old */
export async function assertRecentlyAuthenticated(
  { clock }: Pick<Identity, 'clock'>,
  db: Queryable,
  { sessionId, userId }: Person,
): Promise<void> {
  const [session] = await db
    .select({ at: sessions.authenticatedAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  if (!session || session.at < addSeconds(clock.now(), -RECENT_S)) throw problem('authentication-old')
}
