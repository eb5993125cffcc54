import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BrowserPermit } from '@kinora/contract'
import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { installationSecret } from '../../../platform/database/installation.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Live } from '../live.ts'
import { lockStream } from './states.ts'
import { streamAudit } from './stream-changes.ts'
import { findStreamByKey, type KeyedStream } from './stream-keys.ts'
import { liveStreamKeys, liveStreams } from './tables.ts'

const SECRET = 'live-browser-permits'
const PREFIX = 'browser_'
/** Time to connect. A connected publisher may stay longer. */
const VALID_S = 60

/** Payload of a permit. It names the current stream key, so replacing the key disconnects the browser. */
const grantSchema = z.object({
  environmentId: z.uuid(),
  streamId: z.uuid(),
  keyId: z.uuid(),
  until: z.number(),
})
type Grant = z.infer<typeof grantSchema>

/** Lets the caller's browser publish by WebRTC without the stream key.
 * @throws problem not-found, livestream-disabled, livestream-stopped */
export async function permitBrowser(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<BrowserPermit> {
  const at = clock.now()
  const until = addSeconds(at, VALID_S)
  const secret = await installationSecret(db, SECRET)
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, caller.scope.environmentId, id)
    if (stream.status === 'disabled') throw problem('livestream-disabled')
    if (!stream.started) throw problem('livestream-stopped')
    const { streamId, environmentId, validUntil, revokedAt } = liveStreamKeys
    const [key] = await tx
      .select({ id: liveStreamKeys.id })
      .from(liveStreamKeys)
      .where(
        and(
          eq(streamId, stream.id),
          eq(environmentId, stream.environmentId),
          isNull(validUntil),
          isNull(revokedAt),
        ),
      )
    if (key === undefined) throw new Error('a live stream has no key')
    await recordChange(tx, caller, streamAudit(stream, 'live_stream.browser.permitted'), at)
    const grant = { environmentId: stream.environmentId, streamId: stream.id, keyId: key.id }
    const token = sign({ ...grant, until: until.getTime() }, secret)
    return { token, expiresAt: until.toISOString() }
  })
}

/** Finds the stream of a credential: a stream key, or the permit of a browser. Null if it is not valid. */
export async function findStreamByCredential(
  db: Database,
  credential: string,
  now: Date,
): Promise<KeyedStream | null> {
  if (!credential.startsWith(PREFIX)) return findStreamByKey(db, credential, now)
  const grant = verify(credential, await installationSecret(db, SECRET))
  if (grant === null || grant.until <= now.getTime()) return null
  const [found] = await db
    .select({ stream: liveStreams, key: liveStreamKeys })
    .from(liveStreamKeys)
    .innerJoin(liveStreams, eq(liveStreams.id, liveStreamKeys.streamId))
    .where(
      and(
        eq(liveStreamKeys.id, grant.keyId),
        eq(liveStreamKeys.streamId, grant.streamId),
        eq(liveStreamKeys.environmentId, grant.environmentId),
        isNull(liveStreamKeys.validUntil),
        isNull(liveStreamKeys.revokedAt),
      ),
    )
  if (found === undefined) return null
  const { id: keyId, srtPassphraseEncrypted } = found.key
  return { ...found.stream, keyId, srtPassphraseEncrypted }
}

function sign(grant: Grant, secret: string): string {
  const text = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${PREFIX}${text}.${signatureOf(text, secret)}`
}

function verify(permit: string, secret: string): Grant | null {
  const [text = '', signature = ''] = permit.slice(PREFIX.length).split('.', 2)
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(text, secret))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const parsed = grantSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return parsed.success ? parsed.data : null
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
