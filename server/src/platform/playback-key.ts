import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { installation } from './database/tables.ts'
import type { Secrets } from './secrets.ts'
import { currentRequester } from './turns/requester.ts'

/** Key ID of tokens that Kinora signs. Key IDs of customers are UUIDs. */
export const ownKeyId = 'kinora'

/** Claim of tokens that were made for a person with a session: somebody who looks at a video in the console. What is played with them
 * is a preview, which is not charged. Tokens for API tokens and for pages have no purpose: their viewers are those of a customer. */
export const previewPurpose = 'preview'

export interface PlaybackToken {
  readonly value: string
  readonly expiresAt: Date
}

/** The installation's own key, for signed videos in the console. */
export interface PlaybackKey {
  readonly publicKey: KeyObject
  /** A token for the video and all its images. For previews if a person with a session asks. Reused for a while, so that the browser
   * can cache images. */
  sign(playbackId: string): Promise<PlaybackToken>
}

/** Adds the token to an address. */
export function withToken(address: string, token: PlaybackToken | null): string {
  if (token === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}token=${token.value}`
}

/** The token in answers of the API. */
export function tokenView(token: PlaybackToken | null) {
  return token && { value: token.value, expiresAt: token.expiresAt.toISOString() }
}

const generatePair = promisify(generateKeyPair)
/** 128 bits of security (NIST SP 800-57, table 2). */
const MODULUS_BITS = 3072
const LIFETIME_S = 3600
/** Tokens expire at multiples of this, so that requests in close succession return the same token. */
const STEP_S = 900
const MAX_CACHED = 5000

export async function openPlaybackKey(db: Database, secrets: Secrets, clock: Clock): Promise<PlaybackKey> {
  const privateKey = createPrivateKey(await loadKey(db, secrets))
  const cache = new Map<string, Promise<PlaybackToken>>()

  async function createToken(
    playbackId: string,
    expires: number,
    isPreview: boolean,
  ): Promise<PlaybackToken> {
    const value = await new SignJWT(isPreview ? { purpose: previewPurpose } : {})
      .setProtectedHeader({ alg: 'RS256', kid: ownKeyId })
      .setSubject(playbackId)
      .setAudience(['v', 't', 'g', 's'])
      .setExpirationTime(expires)
      .sign(privateKey)
    return { value, expiresAt: new Date(expires * 1000) }
  }

  return {
    publicKey: createPublicKey(privateKey),
    sign(playbackId) {
      const now = Math.floor(clock.now().getTime() / 1000)
      const expires = (Math.floor(now / STEP_S) + 1) * STEP_S + LIFETIME_S
      const { isPerson } = currentRequester()
      const name = `${playbackId} ${expires} ${isPerson}`
      const found = cache.get(name)
      if (found !== undefined) return found
      const token = createToken(playbackId, expires, isPerson)
      cache.set(name, token)
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
      return token
    },
  }
}

/** Whether an RSA key has fewer bits. */
export function isShort(key: KeyObject, bits: number): boolean {
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) < bits
}

/** The private key as PEM, created on first use and stored encrypted. A shorter one of an older version is replaced: its tokens end
 * within 75 minutes anyway, and the console asks for new ones. Processes that run have the old key until they restart, so update
 * all of them together. */
async function loadKey(db: Database, secrets: Secrets): Promise<string> {
  const name = 'playback-key'
  const where = eq(installation.name, name)
  const [existing] = await db.select().from(installation).where(where)
  const known = existing && secrets.decrypt(existing.value)
  if (known !== undefined && !isShort(createPrivateKey(known), MODULUS_BITS)) return known
  const { privateKey } = await generatePair('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const value = secrets.encrypt(privateKey)
  // Of processes that start at once, the first one decides.
  if (existing)
    await db
      .update(installation)
      .set({ value })
      .where(and(where, eq(installation.value, existing.value)))
  else await db.insert(installation).values({ name, value }).onConflictDoNothing()
  const [row] = await db.select().from(installation).where(where)
  if (!row) throw new Error('the installation has no playback key')
  return secrets.decrypt(row.value)
}
