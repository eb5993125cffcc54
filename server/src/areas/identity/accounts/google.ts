import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { OAuth2Client, type TokenPayload } from 'google-auth-library'
import type { Config } from '../../../platform/config.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { users } from '../tables.ts'
import { isAddress } from './addresses.ts'
import { assertSecondFactor } from './second-factor.ts'
import type { Device } from './sessions.ts'
import { deleteFailures } from './sign-in-guard.ts'
import { beginSession, insertUser, type SignedIn } from './users.ts'
import { confirmAddress } from './verified-emails.ts'

type UserRow = typeof users.$inferSelect

/** Signs in with an ID token of Google: to the account linked with it, else to the account with its confirmed email
 * address, else to a new account.
 * @throws problem google-refused, sign-up-closed, email-taken, second-factor-required, second-factor-wrong, account-
 * locked */
export async function signInWithGoogle(
  identity: Identity,
  verifier: GoogleVerifier | null,
  device: Device,
  { credential, code }: { credential: string; code?: string | undefined },
): Promise<SignedIn> {
  const { db } = identity
  if (verifier === null) throw problem('google-refused', { detail: 'Sign-in with Google is not configured' })
  const google = await verifier.verify(credential)
  const user = (await userWhere(db, eq(users.googleSubject, google.sub))) ?? (await unlinkedUser(db, google))
  if (user !== null) {
    // Somebody else may have created an unconfirmed account and its second factor.
    const factor = user.verifiedAt === null ? null : await assertSecondFactor(identity, user, code)
    return db.transaction(async (tx) => {
      await linkGoogle(identity, tx, user, google)
      await deleteFailures(tx, user.email)
      return beginSession(identity, tx, user.id, device, { method: 'google', factor })
    })
  }
  const isOpen = identity.config.SIGN_UP === 'open'
  return db.transaction(async (tx) => {
    const firstName = google.given_name ?? google.name ?? google.email
    const id = await insertUser(
      identity,
      tx,
      {
        email: google.email,
        passwordHash: null,
        firstName,
        lastName: google.family_name ?? '',
        googleSubject: google.sub,
        verifiedAt: identity.clock.now(),
      },
      isOpen,
    )
    return beginSession(identity, tx, id, device, { method: 'google', factor: null })
  })
}

type Confirmed = TokenPayload & { readonly email: string }

export interface GoogleVerifier {
  readonly clientId: string
  /** Returns the claims of an ID token. @throws problem google-refused */
  verify(idToken: string): Promise<Confirmed>
}

/** Verifies ID tokens with the issuer's certificates, which are cached. Null if Google sign-in is not configured. */
export function googleVerifier(config: Config): GoogleVerifier | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER, GOOGLE_CERTS_URL } = config
  if (clientId === undefined) return null
  // Google sends its issuer with and without the scheme.
  const issuers = [GOOGLE_ISSUER, GOOGLE_ISSUER.replace(/^https?:\/\//, '')]
  const endpoints = { oauth2FederatedSignonPemCertsUrl: GOOGLE_CERTS_URL }
  const client = new OAuth2Client({ clientId, issuers, endpoints })
  return {
    clientId,
    async verify(idToken) {
      const payload = await client.verifyIdToken({ idToken, audience: clientId }).then(
        (ticket) => ticket.getPayload(),
        () => undefined,
      )
      if (!payload?.email || payload.email_verified !== true) throw problem('google-refused')
      return { ...payload, email: payload.email }
    },
  }
}

async function userWhere(db: Queryable, which: SQL): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(which)
  return user ?? null
}

/** The account with this email address, if it is not linked to another Google account. */
async function unlinkedUser(db: Queryable, { email }: Confirmed): Promise<UserRow | null> {
  const user = await userWhere(db, isAddress(email))
  return user?.googleSubject === null ? user : null
}

/** Links the account to Google, which also confirms its email address.
 * @throws problem google-refused if the account has changed since it was read */
async function linkGoogle(
  { clock }: Identity,
  tx: Transaction,
  { id, googleSubject, verifiedAt }: UserRow,
  google: Confirmed,
): Promise<void> {
  if (googleSubject !== null) return
  const asSeen = verifiedAt === null ? isNull(users.verifiedAt) : isNotNull(users.verifiedAt)
  const [user] = await tx
    .update(users)
    .set({ googleSubject: google.sub, ...(verifiedAt === null ? { passwordHash: null } : {}) })
    .where(and(eq(users.id, id), isNull(users.googleSubject), asSeen))
    .returning()
  if (!user) throw problem('google-refused')
  await confirmAddress(tx, clock, user)
}
