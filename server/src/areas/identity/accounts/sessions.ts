import { randomBytes } from 'node:crypto'
import { cutText } from '@kinora/contract'
import { and, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import { addSeconds, type Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { type Identity, requiresVerification } from '../identity.ts'
import { idleSeconds, requiresSecondFactor } from '../sign-in-rules/required.ts'
import { sessions, users } from '../tables.ts'
import { hashOf } from '../tokens/hashes.ts'

export const sessionPrefix = 'kns_'
/** Precision of "last seen", which avoids a write for each request. */
const SEEN_SECONDS = 60
/** It is at most this share of the time after which an unused session ends. */
const SEEN_SHARE = 0.05

/** The client of a sign-in. */
export interface Device {
  readonly userAgent: string | null
  readonly address: string | null
}

export interface NewSession {
  readonly userId: string
  readonly device: Device
  readonly lifetimeSeconds: number
  readonly impersonator?: { readonly userId: string; readonly name: string }
}

/** Creates a session and returns its token. Only the hash of the token is stored. */
export async function startSession(tx: Queryable, clock: Clock, given: NewSession): Promise<string> {
  const token = sessionPrefix + randomBytes(32).toString('base64url')
  const createdAt = clock.now()
  await tx.insert(sessions).values({
    id: uuidv7(),
    userId: given.userId,
    tokenHash: hashOf(token),
    impersonatorId: given.impersonator?.userId ?? null,
    impersonatorName: given.impersonator?.name ?? null,
    userAgent: given.device.userAgent && cutText(given.device.userAgent, 400),
    address: given.device.address,
    createdAt,
    authenticatedAt: createdAt,
    lastSeenAt: createdAt,
    expiresAt: addSeconds(createdAt, given.lifetimeSeconds),
  })
  return token
}

/** Finds the person of a session by its token or its ID. `isUse`: whether the person uses it now.
 * @throws problem session-expired */
export type FindPerson = (
  session: { readonly token: string } | { readonly id: string },
  isUse: boolean,
) => Promise<Person>

/** Each request looks up its session, so the statements are planned once for each connection. */
export function personFinder(identity: Pick<Identity, 'db' | 'clock' | 'config'>): FindPerson {
  const byToken = sessionsWhere(identity, eq(sessions.tokenHash, sql.placeholder('hash'))).prepare(
    'session_by_token',
  )
  const byId = sessionsWhere(identity, eq(sessions.id, sql.placeholder('id'))).prepare('session_by_id')
  return async (session, isUse) => {
    const [row] =
      'id' in session
        ? await byId.execute({ id: session.id })
        : await byToken.execute({ hash: hashOf(session.token) })
    return personOf(identity, row, isUse)
  }
}

function sessionsWhere({ db, config }: Pick<Identity, 'db' | 'config'>, which: SQL) {
  return db
    .select({
      session: sessions,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      isAdmin: users.isAdmin,
      verifiedAt: users.verifiedAt,
      totpConfirmedAt: users.totpConfirmedAt,
      needsFactor: requiresSecondFactor,
      idleSeconds: idleSeconds(config),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(which)
}

type SessionRow = Awaited<ReturnType<typeof sessionsWhere>>[number]

async function personOf(
  { db, clock, config }: Pick<Identity, 'db' | 'clock' | 'config'>,
  row: SessionRow | undefined,
  isUse: boolean,
): Promise<Person> {
  const now = clock.now()
  if (!row || row.session.revokedAt || row.session.expiresAt <= now) throw problem('session-expired')
  const { id, userId, lastSeenAt, impersonatorId, impersonatorName, expiresAt } = row.session
  if (addSeconds(lastSeenAt, row.idleSeconds) <= now) throw problem('session-expired')
  const seenBefore = addSeconds(now, -Math.min(SEEN_SECONDS, row.idleSeconds * SEEN_SHARE))
  if (isUse && lastSeenAt < seenBefore) await recordLastSeen(db, id, seenBefore, now)
  return {
    kind: 'person',
    userId,
    sessionId: id,
    name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    // Impersonation never grants administrator rights.
    isAdmin: row.isAdmin && impersonatorId === null,
    isVerified: !requiresVerification(config) || row.verifiedAt !== null,
    // An impersonator cannot set it up.
    mustSetUpFactor: row.needsFactor && row.totpConfirmedAt === null && impersonatorId === null,
    impersonatedBy:
      impersonatorId === null
        ? null
        : { userId: impersonatorId, name: impersonatorName ?? '', until: expiresAt },
  }
}

/** Whether a session was used recently enough. */
export function isInUse(config: Identity['config'], now: Date): SQL {
  return sql`${sessions.lastSeenAt} + ${idleSeconds(config)} * interval '1 second' > ${now.toISOString()}::timestamptz`
}

async function recordLastSeen(db: Queryable, id: string, seenBefore: Date, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, seenBefore)))
}

/** @returns false if the user has no such active session */
export async function endSession(
  db: Queryable,
  clock: Clock,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: clock.now() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Ends all sessions of the user except one, including those in which the user impersonates others. Returns their
 * number. */
export async function endOtherSessions(
  db: Queryable,
  clock: Clock,
  userId: string,
  kept: string | null,
): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: clock.now() })
    .where(
      and(
        or(eq(sessions.userId, userId), eq(sessions.impersonatorId, userId)),
        isNull(sessions.revokedAt),
        kept === null ? undefined : ne(sessions.id, kept),
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}
