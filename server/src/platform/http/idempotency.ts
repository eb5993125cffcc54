import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database.ts'
import { problem } from '../problem.ts'
import { idempotency } from '../tables.ts'
import type { HttpServer } from './server.ts'

const KEPT_MS = 24 * 3600 * 1000
const MAX_KEY = 255
/** Longer than any request lives: an answer still missing then will never come, and the key is free again. */
const IN_FLIGHT_MS = 120_000

interface Answer {
  readonly status: number
  readonly body: unknown
}

/**
 * Runs `work` once for a key: the same request again is given the stored answer.
 * @throws problem idempotency-mismatch for another request under the key, idempotency-in-flight while the first runs.
 */
export async function answerOnce(
  { db, clock }: Pick<HttpServer, 'db' | 'clock'>,
  { key, owner, request }: { key: string; owner: string; request: FastifyRequest },
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key.length === 0 || key.length > MAX_KEY) {
    throw problem('request-invalid', {
      errors: [{ path: 'headers.idempotency-key', message: 'Use 1 to 255 characters' }],
    })
  }
  const requestHash = hashOf(request)
  const abandoned = new Date(clock.now().getTime() - IN_FLIGHT_MS)
  const createdAt = clock.now()
  const inserted = await db
    .insert(idempotency)
    .values({ owner, key, requestHash, createdAt })
    .onConflictDoUpdate({
      target: [idempotency.owner, idempotency.key],
      set: { requestHash, createdAt },
      setWhere: sql`${idempotency.status} IS NULL AND ${idempotency.createdAt} < ${abandoned.toISOString()}::timestamptz`,
    })
    .returning({ key: idempotency.key })
  const mine = and(eq(idempotency.owner, owner), eq(idempotency.key, key))
  if (inserted.length === 0) {
    const [stored] = await db.select().from(idempotency).where(mine)
    if (stored === undefined) throw problem('idempotency-in-flight')
    if (stored.requestHash !== requestHash) throw problem('idempotency-mismatch')
    if (stored.status === null) throw problem('idempotency-in-flight')
    return { status: stored.status, body: stored.body === null ? undefined : JSON.parse(stored.body) }
  }
  // Whoever took the key over after too long a time has made it theirs.
  const stillMine = and(mine, eq(idempotency.createdAt, createdAt))
  try {
    const answer = await work()
    const body = answer.body === undefined ? null : JSON.stringify(answer.body)
    await db.update(idempotency).set({ status: answer.status, body }).where(stillMine)
    return answer
  } catch (error) {
    await db.delete(idempotency).where(stillMine)
    throw error
  }
}

/** Forgets answers older than 24 hours. */
export async function pruneIdempotency(db: Database, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.createdAt, new Date(now.getTime() - KEPT_MS)))
}

function hashOf(request: FastifyRequest): string {
  const environment = request.headers['environment-id'] ?? ''
  const text = `${request.method} ${request.url} ${environment} ${JSON.stringify(request.body ?? null)}`
  return createHash('sha256').update(text).digest('hex')
}
