import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { liveRelayKeys, type RelayKeyRow } from './tables.ts'

/** The object of another area that has a key. */
export interface RelayRef {
  readonly id: string
  readonly environmentId: string
}

const PREFIX = 'relay_'
const KEY_BYTES = 32

export function isRelayKey(key: string): boolean {
  return key.startsWith(PREFIX)
}

/** Makes a key with which an encoder publishes by RTMP for an object of another area. */
export async function addRelayKey(
  tx: Transaction,
  secrets: Secrets,
  { id, environmentId }: RelayRef,
  enabled: boolean,
  createdAt: Date,
): Promise<void> {
  const key = `${PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`
  const hashed = { keyHash: hashKey(key), keyEncrypted: secrets.encrypt(key) }
  await tx.insert(liveRelayKeys).values({ id, environmentId, ...hashed, enabled, nodeUrl: null, createdAt })
}

/** Whether encoders may publish with the key. Nodes disconnect them within two seconds. */
export async function enableRelayKey(tx: Transaction, relay: RelayRef, enabled: boolean): Promise<void> {
  await tx.update(liveRelayKeys).set({ enabled }).where(rowOf(liveRelayKeys, relay))
}

export async function removeRelayKey(tx: Transaction, relay: RelayRef): Promise<void> {
  await tx.delete(liveRelayKeys).where(rowOf(liveRelayKeys, relay))
}

/** The key in plain text. @throws problem not-found */
export async function openRelayKey(db: Queryable, secrets: Secrets, relay: RelayRef): Promise<string> {
  const [row] = await db.select().from(liveRelayKeys).where(rowOf(liveRelayKeys, relay))
  if (row === undefined) throw problem('not-found')
  return secrets.decrypt(row.keyEncrypted)
}

/** Addresses of the nodes that have the encoders of keys, by ID. Those without an encoder are omitted. */
export async function findRelayNodes(
  db: Queryable,
  relays: readonly RelayRef[],
): Promise<Map<string, string>> {
  const { id, environmentId, nodeUrl } = liveRelayKeys
  const rows = await db
    .select({ id, nodeUrl })
    .from(liveRelayKeys)
    .where(
      and(
        inArray(
          id,
          relays.map((relay) => relay.id),
        ),
        inArray(
          environmentId,
          relays.map((relay) => relay.environmentId),
        ),
      ),
    )
  return new Map(rows.flatMap((row) => (row.nodeUrl === null ? [] : [[row.id, row.nodeUrl] as const])))
}

/** Finds a key that may publish. */
export async function findRelayKey(db: Queryable, key: string): Promise<RelayKeyRow | null> {
  const row = await findKey(db, key)
  return row?.enabled ? row : null
}

/** The ID of the object that has a key, also while no encoder may publish. */
export async function findRelayOfKey(db: Queryable, key: string): Promise<string | null> {
  return isRelayKey(key) ? ((await findKey(db, key))?.id ?? null) : null
}

async function findKey(db: Queryable, key: string): Promise<RelayKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(liveRelayKeys)
    .where(eq(liveRelayKeys.keyHash, hashKey(key)))
  return row
}

/** Stores that a node has the encoder of a key. */
export async function setRelayNode(db: Queryable, relay: RelayRef, nodeUrl: string): Promise<void> {
  await db.update(liveRelayKeys).set({ nodeUrl }).where(rowOf(liveRelayKeys, relay))
}

/** Stores that a node no longer has the encoder of a key, unless another one has it by now. */
export async function clearRelayNode(db: Queryable, relay: RelayRef, nodeUrl: string): Promise<void> {
  const isOwn = and(rowOf(liveRelayKeys, relay), eq(liveRelayKeys.nodeUrl, nodeUrl))
  await db.update(liveRelayKeys).set({ nodeUrl: null }).where(isOwn)
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
