import { eq, sql } from 'drizzle-orm'
import { OAuth2Client, type TokenPayload } from 'google-auth-library'
import type { Config } from '../../platform/config.ts'
import { problem } from '../../platform/problem.ts'
import type { Identity } from './identity.ts'
import { assertSecondFactor } from './second-factor.ts'
import { type Device, endOtherSessions } from './sessions.ts'
import { recoveryCodes, users } from './tables.ts'
import { beginSession, insertUser, type SignedIn } from './users.ts'

type UserRow = typeof users.$inferSelect

/**
 * Signs in with Google's ID token: the account that has it, else the one with its confirmed address, else a new one.
 * @throws problem google-refused, sign-up-closed, second-factor-required, second-factor-wrong
 */
export async function signInWithGoogle(
  identity: Identity,
  verifier: GoogleVerifier | null,
  device: Device,
  { credential, code }: { credential: string; code?: string | undefined },
): Promise<SignedIn> {
  const { db } = identity
  if (verifier === null) throw problem('google-refused', { detail: 'Sign-in with Google is not configured' })
  const google = await verifier.verify(credential)
  const user = (await bySubject(identity, google.sub)) ?? (await linked(identity, google))
  if (user !== null) {
    await assertSecondFactor(identity, user, code)
    return beginSession(identity, db, user.id, device)
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
    return beginSession(identity, tx, id, device)
  })
}

type Confirmed = TokenPayload & { readonly email: string }

export interface GoogleVerifier {
  readonly clientId: string
  /** Who an ID token speaks of. @throws problem google-refused */
  verify(idToken: string): Promise<Confirmed>
}

/** Checks ID tokens against the issuer's certificates, which it keeps; null where Google is not configured. */
export function googleVerifier(config: Config): GoogleVerifier | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER, GOOGLE_CERTS_URL } = config
  if (clientId === undefined) return null
  // Google writes its own name with and without the scheme.
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

async function bySubject({ db }: Identity, subject: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.googleSubject, subject))
  return user ?? null
}

/**
 * Ties the account of the same address to Google. One whose address was never confirmed may have been made by
 * somebody else: whatever they could come back with ends.
 */
async function linked({ db, clock }: Identity, google: Confirmed): Promise<UserRow | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, google.email.toLowerCase()))
      .for('update')
    if (!found || found.googleSubject !== null) return null
    const isTheirs = found.verifiedAt !== null
    const cleared = { passwordHash: null, totpSecret: null, totpConfirmedAt: null, totpUsedStep: null }
    const [user] = await tx
      .update(users)
      .set({ googleSubject: google.sub, verifiedAt: clock.now(), ...(isTheirs ? {} : cleared) })
      .where(eq(users.id, found.id))
      .returning()
    if (!isTheirs) {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, found.id))
      await endOtherSessions(tx, clock, found.id, null)
    }
    return user ?? null
  })
}
