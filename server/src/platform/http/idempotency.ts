import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../auth.ts'
import { type Database, type Transaction, withLastStep } from '../database/database.ts'
import { idempotency } from '../database/tables.ts'
import { Problem, problem } from '../problem.ts'
import { secretsWithKey } from '../secrets.ts'
import type { HttpServer } from './server.ts'

const RETENTION_MS = 24 * 3600 * 1000
const MAX_KEY = 255
/** Longer than any request. After this time the key of a request that changed nothing can be used again. */
const IN_FLIGHT_MS = 120_000
/** How long a repeated request waits for the response of the first one, with increasing pauses. */
const WAIT_MS = 10_000
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 300

/** Stored status if there is no response: the request changed something, and ended without one. */
const UNKNOWN = 0
/** Stored status of a running request that has changed something. */
const CHANGED = 1

interface Answer {
  readonly status: number
  readonly body: unknown
}

interface KeyedRequest {
  readonly key: string
  readonly actor: Actor
  readonly request: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body' | 'readBody'>
  /** Whether the response must be encrypted in the database. */
  readonly isSensitive: boolean
}

/** Runs `work` once per idempotency key. Repeated requests get the stored response, and wait for it while the first
 * one runs.
 * @throws problem idempotency-mismatch for a different request with the same key, idempotency-in-flight after 10 s,
 * idempotency-unknown if the response of the first request could not be stored */
export async function withIdempotency(
  { db, clock }: Pick<HttpServer, 'db' | 'clock'>,
  asked: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (asked.key.length === 0 || asked.key.length > MAX_KEY) {
    throw problem('request-invalid', {
      errors: [{ path: 'headers.idempotency-key', message: 'Use 1 to 255 characters' }],
    })
  }
  const entry = entryOf(asked)
  const waitUntil = performance.now() + WAIT_MS
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const createdAt = clock.now()
    if (await claimKey(db, entry, createdAt)) return runAndStore(db, entry, createdAt, work)
    const answer = await storedAnswer(db, entry, createdAt)
    if (answer !== null) return answer
    if (performance.now() > waitUntil) throw problem('idempotency-in-flight')
    await pause(pauseMs)
  }
}

/** Claims the key for this request. False if another request has it. */
async function claimKey(db: Database, { owner, key, requestHash }: Entry, createdAt: Date): Promise<boolean> {
  const abandoned = abandonedBefore(createdAt).toISOString()
  const taken = await db
    .insert(idempotency)
    .values({ owner, key, requestHash, createdAt })
    .onConflictDoUpdate({
      target: [idempotency.owner, idempotency.key],
      set: { requestHash, createdAt },
      setWhere: sql`${idempotency.status} IS NULL AND ${idempotency.createdAt} < ${abandoned}::timestamptz`,
    })
    .returning({ key: idempotency.key })
  return taken.length > 0
}

async function runAndStore(
  db: Database,
  entry: Entry,
  createdAt: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  // Excludes a key that another request claimed after the time limit.
  const isOurs = and(isOf(entry), eq(idempotency.createdAt, createdAt))
  const answer = await withLastStep((tx) => markChanged(tx, isOurs), work).catch(async (error: unknown) => {
    // A refusal changes nothing that a repetition could double.
    const isRefusal = error instanceof Problem && error.status < 500
    await db.delete(idempotency).where(isRefusal ? isOurs : and(isOurs, isNull(idempotency.status)))
    await db.update(idempotency).set({ status: UNKNOWN }).where(isOurs)
    throw error
  })
  try {
    const body = answer.body === undefined ? null : entry.seal(JSON.stringify(answer.body))
    await db.update(idempotency).set({ status: answer.status, body }).where(isOurs)
  } catch {
    // The work is done and must not be repeated with this key.
    await db.update(idempotency).set({ status: UNKNOWN }).where(isOurs)
  }
  return answer
}

/** Marks the key as used in the transaction of the first change, so that it is never free again once that commits. */
async function markChanged(tx: Transaction, isOurs: SQL | undefined): Promise<void> {
  const hasChanges = sql`pg_current_xact_id_if_assigned() IS NOT NULL`
  await tx
    .update(idempotency)
    .set({ status: CHANGED })
    .where(and(isOurs, isNull(idempotency.status), hasChanges))
}

/** Null if there is no response yet, or it was deleted. */
async function storedAnswer(db: Database, entry: Entry, now: Date): Promise<Answer | null> {
  const [stored] = await db.select().from(idempotency).where(isOf(entry))
  if (stored === undefined) return null
  if (stored.requestHash !== entry.requestHash) throw problem('idempotency-mismatch')
  if (stored.status === null) return null
  const isAbandoned = stored.createdAt < abandonedBefore(now)
  if (stored.status === UNKNOWN || (stored.status === CHANGED && isAbandoned))
    throw problem('idempotency-unknown')
  if (stored.status === CHANGED) return null
  return {
    status: stored.status,
    body: stored.body === null ? undefined : JSON.parse(entry.unseal(stored.body)),
  }
}

/** Requests that started before this have ended, or their process died. */
function abandonedBefore(now: Date): Date {
  return new Date(now.getTime() - IN_FLIGHT_MS)
}

/** Deletes responses older than 24 hours. */
export async function pruneIdempotency(db: Database, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.createdAt, new Date(now.getTime() - RETENTION_MS)))
}

/** Stored form of a request and its response. */
interface Entry {
  readonly owner: string
  readonly key: string
  readonly requestHash: string
  seal(body: string): string
  unseal(stored: string): string
}

function entryOf({ key, actor, request, isSensitive }: KeyedRequest): Entry {
  const keyFields = { owner: actor.kind === 'token' ? actor.tokenId : actor.userId, key: sha256(key) }
  const environment = request.headers['environment-id'] ?? ''
  const asked = `${request.method} ${request.url} ${environment} ${bodyOf(request)}`
  if (!isSensitive) {
    const asIs = (body: string) => body
    return { ...keyFields, requestHash: sha256(asked), seal: asIs, unseal: asIs }
  }
  // Derived from values that the database does not contain: the key and the caller's credential. Passwords in the
  // request could be guessed from a plain hash.
  const material = `${key}\n${request.headers.authorization ?? ''}`
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', material, keyFields.key, purpose, 32))
  const { encrypt, decrypt } = secretsWithKey(derive('answer'))
  const requestHash = createHmac('sha256', derive('request')).update(asked).digest('hex')
  return { ...keyFields, requestHash, seal: encrypt, unseal: decrypt }
}

/** The hash of a large body: its text would take too long. */
function bodyOf({ readBody, body }: KeyedRequest['request']): string {
  return readBody?.hash ?? JSON.stringify(body ?? null)
}

function isOf({ owner, key }: Entry) {
  return and(eq(idempotency.owner, owner), eq(idempotency.key, key))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
