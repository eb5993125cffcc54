import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../platform/auth.ts'
import { addSeconds, type Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { problem } from '../../platform/problem.ts'
import { sessions, users } from './tables.ts'

const PREFIX = 'kns_'

/** Begins a session and answers its token, which is stored nowhere. */
export async function startSession(
  tx: Queryable,
  userId: string,
  days: number,
  clock: Clock,
): Promise<string> {
  const token = PREFIX + randomBytes(32).toString('base64url')
  const createdAt = clock.now()
  await tx.insert(sessions).values({
    id: uuidv7(),
    userId,
    tokenHash: hashOf(token),
    createdAt,
    expiresAt: addSeconds(createdAt, days * 24 * 3600),
  })
  return token
}

/** @throws problem session-missing, session-expired */
export async function actorOf(db: Queryable, token: string | undefined, clock: Clock): Promise<Actor> {
  if (!token) throw problem('session-missing')
  const [row] = await db
    .select({
      session: sessions,
      firstName: users.firstName,
      lastName: users.lastName,
      isAdmin: users.isAdmin,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, hashOf(token)))
  if (!row || row.session.revokedAt || row.session.expiresAt <= clock.now()) throw problem('session-expired')
  return {
    userId: row.session.userId,
    sessionId: row.session.id,
    name: `${row.firstName} ${row.lastName}`,
    isAdmin: row.isAdmin,
  }
}

export async function endSession(db: Queryable, sessionId: string, clock: Clock): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: clock.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
