import { createPublicKey, type KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isShort, ownKeyId, previewPurpose } from '../../../platform/playback-key.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import { signingKeyChannel, verifyingKey } from '../../identity/index.ts'
import type { Playback } from '../sources/playback-source.ts'

/** Type of access that a token gives: video, thumbnail, animated image, or storyboard and waveform. */
export type Audience = 'v' | 't' | 'g' | 's'

export interface Permit {
  readonly expiresAt: Date
  /** Signed by Kinora for callers of its API. */
  readonly isOwn: boolean
  /** Signed by Kinora for a person who looks at it in the console. */
  readonly isPreview: boolean
  /** Image parameters that the token fixes. Null if the request can choose. */
  readonly claims: Readonly<Record<string, unknown>> | null
}

type Subject = Pick<Playback, 'environmentId' | 'playbackId'>

export interface PlaybackTokens {
  /** @throws problem playback-token-missing, playback-token-invalid */
  check(playback: Subject, audience: Audience, token: string | undefined): Promise<Permit>
  /** The permit of a token that Kinora signed. Null for other or invalid tokens. */
  own(playback: Subject, audience: Audience, token: string | undefined): Promise<Permit | null>
}

/** Cache time of keys: a missed deletion takes effect within a minute. */
const KEY_CACHE_MS = 30_000
const MAX_CACHED = 5000

interface Verified extends Permit {
  readonly kid: string
  readonly subject: string
  readonly audiences: readonly string[]
  readonly notBeforeMs: number
}

/** jose checks neither the subject nor the audience, because we accept any. */
const registeredClaims = z.looseObject({
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().default(0),
})

type Context = Pick<Platform, 'playbackKey' | 'bus' | 'clock'> & {
  readonly db: Queryable
  readonly config: Pick<Platform['config'], 'SIGNING_KEY_BITS'>
}

interface CachedKey {
  readonly key: Promise<KeyObject | null>
  readonly untilMs: number
}

/** Checks playback tokens (RFC 7519, only RS256) against the signing keys of the environment. A token's signature is
 * verified once and cached until the token expires or its key is deleted. Its subject, audience and times are
 * checked for each request. */
export function playbackTokens({ db, playbackKey: own, bus, clock, config }: Context): PlaybackTokens {
  const keys = new Map<string, CachedKey>()
  const verified = new Map<string, Verified>()
  bus.subscribe(signingKeyChannel, (kid) => {
    for (const name of keys.keys()) if (kid === '' || name.endsWith(kid)) keys.delete(name)
  })

  function keyOf(environmentId: string, kid: string): Promise<KeyObject | null> {
    if (kid === ownKeyId) return Promise.resolve(own.publicKey)
    const name = `${environmentId} ${kid}`
    const now = clock.now().getTime()
    const found = keys.get(name)
    if (found !== undefined && found.untilMs > now) return found.key
    const key = verifyingKey(db, environmentId, kid).then((pem) => {
      const found = pem === null ? null : createPublicKey(pem)
      return found === null || isShort(found, config.SIGNING_KEY_BITS) ? null : found
    })
    store(keys, name, { key, untilMs: now + KEY_CACHE_MS })
    key.catch(() => keys.delete(name))
    return key
  }

  async function verify(environmentId: string, token: string, kid: string): Promise<Verified> {
    const key = await keyOf(environmentId, kid)
    if (key === null) throw problem('playback-token-invalid', { detail: 'The signing key is unknown' })
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'sub', 'aud'],
      currentDate: clock.now(),
    })
    const known = registeredClaims.safeParse(payload)
    if (!known.success) throw problem('playback-token-invalid', { detail: 'A claim has the wrong type' })
    const { sub, aud, exp, nbf, iat: _iat, kid: _kid, ...claims } = known.data
    return {
      kid,
      subject: sub,
      audiences: typeof aud === 'string' ? [aud] : aud,
      expiresAt: new Date(exp * 1000),
      isOwn: kid === ownKeyId,
      isPreview: kid === ownKeyId && claims.purpose === previewPurpose,
      notBeforeMs: nbf * 1000,
      claims: kid === ownKeyId ? null : claims,
    }
  }

  const tokens: PlaybackTokens = {
    async check({ environmentId, playbackId }, audience, token) {
      if (token === undefined || token === '') throw problem('playback-token-missing')
      const name = `${environmentId} ${token}`
      let known = verified.get(name)
      if (known === undefined) {
        known = await verify(environmentId, token, kidOf(token)).catch(throwInvalid)
        store(verified, name, known)
      }
      const now = clock.now().getTime()
      const isValid =
        known.subject === playbackId &&
        known.audiences.includes(audience) &&
        known.expiresAt.getTime() > now &&
        known.notBeforeMs <= now &&
        (await keyOf(environmentId, known.kid)) !== null
      if (isValid) return known
      if (known.expiresAt.getTime() <= now) verified.delete(name)
      throw problem('playback-token-invalid')
    },
    async own(playback, audience, token) {
      try {
        return token && kidOf(token) === ownKeyId ? await tokens.check(playback, audience, token) : null
      } catch (error) {
        if (error instanceof Problem) return null
        throw error
      }
    },
  }
  return tokens
}

/** The key ID: in the header, or as a claim. */
function kidOf(token: string): string {
  try {
    const kid = decodeProtectedHeader(token).kid ?? decodeJwt(token).kid
    // IDs of keys are UUIDs, which PostgreSQL finds in any case.
    if (typeof kid === 'string') return kid.toLowerCase()
  } catch (error) {
    throwInvalid(error)
  }
  throw problem('playback-token-invalid', { detail: 'The token has no key ID (kid)' })
}

/** Reports errors of the token to the client, and rethrows others. */
function throwInvalid(error: unknown): never {
  if (error instanceof errors.JWTExpired)
    throw problem('playback-token-invalid', { detail: 'The token has expired' })
  if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
    throw problem('playback-token-invalid')
  throw error
}

function store<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name)
  map.set(name, value)
  const [oldest] = map.keys()
  if (map.size > MAX_CACHED && oldest !== undefined) map.delete(oldest)
}
