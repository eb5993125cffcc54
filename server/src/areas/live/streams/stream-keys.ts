import { createHash, randomBytes } from 'node:crypto'
import type { StreamKey } from '@kinora/contract'
import { and, desc, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Live } from '../live.ts'
import { lockStream } from './states.ts'
import { notifyStreams, type StreamRef, type StreamRow, streamAudit } from './stream-changes.ts'
import { liveStreamKeys, liveStreams } from './tables.ts'

const KEY_BYTES = 32
const keyPattern = /^live_[A-Za-z0-9_-]{43}$/
/** SRT allows 10 to 79 characters. */
const PASSPHRASE_BYTES = 24

/** A stream with the key that found it. */
export interface KeyedStream extends StreamRow {
  readonly keyId: string
  /** Decrypted by `srtPassphraseOf`. */
  readonly srtPassphraseEncrypted: string
}

/** Finds the stream of a valid key, also if the stream is stopped or disabled. The database compares hashes, so the
 * response time reveals nothing about a wrong key. */
export async function findStreamByKey(db: Queryable, key: string, now: Date): Promise<KeyedStream | null> {
  if (!keyPattern.test(key)) return null
  const [found] = await db
    .select({ stream: liveStreams, key: liveStreamKeys })
    .from(liveStreamKeys)
    .innerJoin(liveStreams, eq(liveStreams.id, liveStreamKeys.streamId))
    .where(and(eq(liveStreamKeys.keyHash, hashKey(key)), isValid(now)))
  if (found === undefined) return null
  const { id: keyId, srtPassphraseEncrypted } = found.key
  return { ...found.stream, keyId, srtPassphraseEncrypted }
}

/** Whether the key of a connected publisher is still valid. */
export async function isKeyValid(
  db: Queryable,
  { environmentId }: StreamRef,
  keyId: string,
  now: Date,
): Promise<boolean> {
  const where = and(eq(liveStreamKeys.id, keyId), eq(liveStreamKeys.environmentId, environmentId))
  return (await db.$count(liveStreamKeys, and(where, isValid(now)))) > 0
}

export function srtPassphraseOf(
  secrets: Secrets,
  { srtPassphraseEncrypted }: Pick<KeyedStream, 'srtPassphraseEncrypted'>,
): string {
  return secrets.decrypt(srtPassphraseEncrypted)
}

/** Returns the current key and records the caller in the audit trail. API tokens need the right to write, because with
 * the key they could publish. @throws problem not-found, forbidden */
export async function viewStreamKey(
  { db, clock, secrets }: Pick<Live, 'db' | 'clock' | 'secrets'>,
  caller: Caller,
  id: string,
): Promise<StreamKey> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, caller.scope.environmentId, id)
    if (caller.actor.kind === 'token' && !caller.actor.permission.includes('write'))
      throw problem('forbidden')
    const keys = await tx
      .select()
      .from(liveStreamKeys)
      .where(and(keysOf(stream), isValid(at)))
      .orderBy(desc(liveStreamKeys.createdAt))
    const current = keys.find(({ validUntil }) => validUntil === null)
    if (current === undefined) throw new Error('a live stream has no key')
    const previous = keys.find(({ validUntil }) => validUntil !== null)
    await recordChange(tx, caller, streamAudit(stream, 'live_stream.key.viewed'), at)
    return {
      streamKey: secrets.decrypt(current.keyEncrypted),
      srtPassphrase: secrets.decrypt(current.srtPassphraseEncrypted),
      createdAt: current.createdAt.toISOString(),
      previousKeyValidUntil: previous?.validUntil?.toISOString() ?? null,
    }
  })
}

/** The current key of a stream, for other processes of the installation. */
export async function currentKeyOf(
  { db, secrets }: Pick<Live, 'db' | 'secrets'>,
  stream: StreamRef,
): Promise<string> {
  const isCurrent = and(isNull(liveStreamKeys.validUntil), isNull(liveStreamKeys.revokedAt))
  const [key] = await db
    .select({ encrypted: liveStreamKeys.keyEncrypted })
    .from(liveStreamKeys)
    .where(and(keysOf(stream), isCurrent))
  if (key === undefined) throw new Error('a live stream has no key')
  return secrets.decrypt(key.encrypted)
}

/** Replaces the key. Only the previous key can stay valid: older ones end at once, so that repeated rotations do not
 * prolong a leaked key. @throws problem not-found */
export async function rotateStreamKey(
  live: Pick<Live, 'db' | 'clock' | 'secrets'>,
  caller: Caller,
  id: string,
  oldKeyValidS: number,
): Promise<StreamRow> {
  const at = live.clock.now()
  return live.db.transaction(async (tx) => {
    const stream = await lockStream(tx, caller.scope.environmentId, id)
    const isCurrent = and(isNull(liveStreamKeys.validUntil), isNull(liveStreamKeys.revokedAt))
    await tx.delete(liveStreamKeys).where(and(keysOf(stream), isOver(at)))
    await tx
      .update(liveStreamKeys)
      .set({ revokedAt: at })
      .where(and(keysOf(stream), isNotNull(liveStreamKeys.validUntil)))
    await tx
      .update(liveStreamKeys)
      .set(oldKeyValidS === 0 ? { revokedAt: at } : { validUntil: addSeconds(at, oldKeyValidS) })
      .where(and(keysOf(stream), isCurrent))
    await insertStreamKey(live.secrets, tx, stream, at)
    await recordChange(
      tx,
      caller,
      streamAudit(stream, 'live_stream.key.rotated', { after: { oldKeyValidS } }),
      at,
    )
    await notifyStreams(tx, stream.id)
    return stream
  })
}

export async function insertStreamKey(
  secrets: Secrets,
  tx: Transaction,
  { id: streamId, environmentId }: StreamRef,
  createdAt: Date,
): Promise<void> {
  const key = `live_${randomBytes(KEY_BYTES).toString('base64url')}`
  await tx.insert(liveStreamKeys).values({
    id: uuidv7(createdAt.getTime()),
    streamId,
    environmentId,
    keyHash: hashKey(key),
    keyEncrypted: secrets.encrypt(key),
    srtPassphraseEncrypted: secrets.encrypt(randomBytes(PASSPHRASE_BYTES).toString('base64url')),
    createdAt,
  })
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function keysOf({ id, environmentId }: StreamRef): SQL | undefined {
  return and(eq(liveStreamKeys.streamId, id), eq(liveStreamKeys.environmentId, environmentId))
}

function isValid(now: Date): SQL | undefined {
  const { revokedAt, validUntil } = liveStreamKeys
  return and(isNull(revokedAt), or(isNull(validUntil), gt(validUntil, now)))
}

function isOver(now: Date): SQL | undefined {
  return or(isNotNull(liveStreamKeys.revokedAt), lte(liveStreamKeys.validUntil, now))
}
