import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { OAuth2Client, type TokenPayload } from 'google-auth-library'
import { addSeconds } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { googleNonces, users } from '../tables.ts'
import { hashOf } from '../tokens/hashes.ts'
import { isAddress } from './addresses.ts'
import { assertSecondFactor } from './second-factor.ts'
import type { Device } from './sessions.ts'
import { deleteFailures } from './sign-in-guard.ts'
import { beginSession, insertUser, type SignedIn } from './users.ts'
import { confirmAddress } from './verified-emails.ts'

type UserRow = typeof users.$inferSelect

const NONCE_BYTES = 24
/** Long enough to choose an account and to enter a second factor. */
const NONCE_LIFETIME_S = 900

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
  const nonceHash = hashOf(google.nonce ?? '')
  if (!(await hasNonce(identity, nonceHash))) throw problem('google-refused')
  const user = (await userWhere(db, eq(users.googleSubject, google.sub))) ?? (await unlinkedUser(db, google))
  if (user !== null) {
    // Somebody else may have created an unconfirmed account and its second factor.
    const factor = user.verifiedAt === null ? null : await assertSecondFactor(identity, user, code)
    return db.transaction(async (tx) => {
      await consumeNonce(tx, nonceHash)
      await linkGoogle(identity, tx, user, google)
      await deleteFailures(tx, user.email)
      return beginSession(identity, tx, user.id, device, { method: 'google', factor })
    })
  }
  const isOpen = identity.config.SIGN_UP === 'open'
  return db.transaction(async (tx) => {
    await consumeNonce(tx, nonceHash)
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

/** Creates a nonce for Google's ID token, which makes a token useless for everybody who did not begin with it.
 * @throws problem google-refused */
export async function beginGoogleSignIn(
  { db, clock }: Identity,
  verifier: GoogleVerifier | null,
): Promise<string> {
  if (verifier === null) throw problem('google-refused', { detail: 'Sign-in with Google is not configured' })
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const expiresAt = addSeconds(clock.now(), NONCE_LIFETIME_S)
  await db.insert(googleNonces).values({ nonceHash: hashOf(nonce), expiresAt })
  return nonce
}

async function hasNonce({ db, clock }: Identity, nonceHash: Buffer): Promise<boolean> {
  const isValid = and(eq(googleNonces.nonceHash, nonceHash), gt(googleNonces.expiresAt, clock.now()))
  return (await db.$count(googleNonces, isValid)) > 0
}

/** Consumes a nonce: of two requests with one token only the first signs in. @throws problem google-refused */
async function consumeNonce(tx: Transaction, nonceHash: Buffer): Promise<void> {
  const taken = await tx.delete(googleNonces).where(eq(googleNonces.nonceHash, nonceHash)).returning()
  if (taken.length === 0) throw problem('google-refused')
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
