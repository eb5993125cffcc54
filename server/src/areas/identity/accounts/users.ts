import type { AnswerOf, CallOf, Language, User } from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { type Identity, requiresVerification } from '../identity.ts'
import { consumeInvitation, joinOrganization } from '../members/invitations.ts'
import { assertStrong } from '../password-strength.ts'
import { recordAccountEvent } from '../security-log/records.ts'
import { users } from '../tables.ts'
import { isAddress } from './addresses.ts'
import { enqueueCode } from './one-time-codes.ts'
import { assertSecondFactor, type UsedFactor } from './second-factor.ts'
import { type Device, startSession } from './sessions.ts'
import { checkWithLockout, deleteFailures } from './sign-in-guard.ts'
import { userView } from './user-view.ts'

export interface SignedIn {
  readonly token: string
  readonly user: User
}

const FIRST_USER_LOCK = 7_283_642

interface NewUser {
  readonly email: string
  readonly passwordHash: string | null
  readonly firstName: string
  readonly lastName: string
  readonly language?: Language | undefined
  readonly googleSubject?: string
  readonly verifiedAt?: Date
}

interface Registration {
  readonly firstName: string
  readonly lastName: string
  readonly password: string
  readonly language?: Language | undefined
}

/** Creates an account and signs it in. The first account administers the installation. If addresses have to be
 * confirmed, the answer and its time do not show whether the address has an account: an email does.
 * @throws problem password-common, sign-up-closed, and email-taken if addresses need not be confirmed */
export async function signUp(
  identity: Identity,
  device: Device,
  { password, ...given }: Registration & { readonly email: string },
): Promise<AnswerOf<CallOf<'signUp'>>> {
  const { db, config, passwords } = identity
  await assertStrong(password, [given.email, given.firstName, given.lastName], config.BREACHED_PASSWORDS)
  const passwordHash = await passwords.hash(password)
  return db.transaction(async (tx) => {
    const id = await tryInsertUser(identity, tx, { ...given, passwordHash }, config.SIGN_UP === 'open')
    if (requiresVerification(config)) {
      const challenge = await enqueueCode(identity, tx, 'sign-up', given.email)
      return { token: null, user: null, challenge }
    }
    if (id === null) throw problem('email-taken')
    const session = await beginSession(identity, tx, id, device, { method: 'sign-up', factor: null })
    return { ...session, challenge: null }
  })
}

/** Creates an account from an invitation and joins the organization.
 * @throws problem password-common, invitation-over, email-taken */
export async function joinByInvitation(
  identity: Identity,
  device: Device,
  { token, password, ...given }: Registration & { readonly token: string },
): Promise<SignedIn> {
  const { db, clock, passwords } = identity
  await assertStrong(password, [given.firstName, given.lastName], identity.config.BREACHED_PASSWORDS)
  const passwordHash = await passwords.hash(password)
  return db.transaction(async (tx) => {
    const invitation = await consumeInvitation(tx, token, clock.now())
    const userId = await insertUser(identity, tx, { ...given, email: invitation.email, passwordHash }, true)
    const name = `${given.firstName} ${given.lastName}`
    await joinOrganization(
      tx,
      invitation,
      { kind: 'person', userId, name, impersonatedBy: null },
      clock.now(),
    )
    return beginSession(identity, tx, userId, device, { method: 'invitation', factor: null })
  })
}

/** Whether the installation has an account yet. */
export async function hasAccounts(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1)
  return found.length > 0
}

/** Creates an account. If sign-up is closed, only the first account can be created.
 * @returns its id. @throws problem email-taken, sign-up-closed */
export async function insertUser(
  identity: Identity,
  tx: Transaction,
  given: NewUser,
  isOpen: boolean,
): Promise<string> {
  const id = await tryInsertUser(identity, tx, given, isOpen)
  if (id === null) throw problem('email-taken')
  return id
}

/** Returns null if the address has an account. @throws problem sign-up-closed */
async function tryInsertUser(
  { clock }: Identity,
  tx: Transaction,
  given: NewUser,
  isOpen: boolean,
): Promise<string | null> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${FIRST_USER_LOCK})`)
  const isFirst = !(await hasAccounts(tx))
  if (!isFirst && !isOpen) throw problem('sign-up-closed')
  const [inserted] = await tx
    .insert(users)
    .values({
      ...given,
      id: uuidv7(),
      language: given.language ?? 'en',
      isAdmin: isFirst,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return inserted?.id ?? null
}

/** @param code of the second factor, if the account has one
 * @throws problem credentials-wrong (for known and unknown accounts), account-locked, second-factor-required,
 * second-factor-wrong */
export async function signIn(
  identity: Identity,
  device: Device,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
): Promise<SignedIn> {
  const { db, passwords } = identity
  const [found] = await db.select().from(users).where(isAddress(email))
  const seen = found?.passwordHash ?? null
  const isRight = await checkWithLockout(identity, { email, method: 'password' }, () =>
    passwords.check(password, seen),
  )
  if (!isRight || !found || seen === null) throw problem('credentials-wrong')
  const factor = await assertSecondFactor(identity, found, code)
  return db.transaction(async (tx) => {
    // The password may have been changed during the check, which ends all sessions.
    const [same] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, found.id), eq(users.passwordHash, seen)))
      .for('share')
    if (!same) throw problem('credentials-wrong')
    await deleteFailures(tx, email)
    return beginSession(identity, tx, found.id, device, { method: 'password', factor })
  })
}

/** How a person proved who they are. */
interface Proof {
  readonly method: 'password' | 'google' | 'invitation' | 'sign-up'
  readonly factor: UsedFactor
}

/** Creates a session for the user. */
export async function beginSession(
  identity: Identity,
  tx: Queryable,
  userId: string,
  device: Device,
  { method, factor }: Proof,
): Promise<SignedIn> {
  const { clock, config } = identity
  const lifetimeSeconds = config.SESSION_DAYS * 24 * 3600
  const token = await startSession(tx, clock, { userId, device, lifetimeSeconds })
  const user = await userView(identity, tx, userId, null)
  const account = { id: userId, email: user.email, name: `${user.firstName} ${user.lastName}` }
  const details = { method, ...(factor && { secondFactor: factor }) }
  await recordAccountEvent(tx, clock, { action: 'session.started', account, details })
  return { token, user }
}
