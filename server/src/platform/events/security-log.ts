import type { AuditAction } from '@kinora/contract'
import { cutText } from '@kinora/contract'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { addSeconds } from '../clock.ts'
import type { Queryable } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { securityLog } from '../database/tables.ts'
import { currentRequester, type Requester } from '../turns/requester.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Rows of one action about one account in an hour; more are counted in one row, so that a flood fills no disk. */
const PER_ACCOUNT = 60
/** The same for records about nobody in particular. */
const PER_INSTALLATION = 1_000
const HOUR_SECONDS = 3600
const MAX_AGENT = 400
/** Entries of the audit trail with these actions are about rights and credentials. */
const recordedChanges =
  /^(api_token|environment|impersonation|live_stream\.(browser|key)|member|organization|role|signing_key|webhook)\./

export interface SecurityRecord {
  readonly action: AuditAction
  readonly failed: boolean
  /** The account that the record is about. Null if it is unknown. */
  readonly user: { readonly id: string; readonly email: string } | null
  /** Without an organization if the account acts outside of any. */
  readonly scope?: { readonly organizationId: string; readonly environmentId?: string | undefined }
  readonly actor: AuditEntry['actor']
  readonly object?: AuditEntry['object']
  /** Facts about it, never a secret. */
  readonly details: Record<string, unknown>
  /** Records with the same key are counted in one row for each hour. */
  readonly repeatKey?: string
  readonly repeats?: number
  /** The sender, if it is not that of the current request. */
  readonly from?: Pick<Requester, 'address' | 'userAgent'>
  readonly at: Date
}

/** Writes a record, or counts it as a repetition. Returns whether there is a new row. */
export async function writeSecurityRecord(db: Queryable, record: SecurityRecord): Promise<boolean> {
  const { action, failed, user, scope, actor, object, details, repeatKey, repeats = 1, at } = record
  const { address, userAgent } = record.from ?? currentRequester()
  const hour = at.toISOString().slice(0, 13)
  const isOver = scope === undefined && (await isOverLimit(db, action, user, at))
  const key = isOver ? `more ${action} ${user?.id ?? ''}` : repeatKey
  const [written] = await db
    .insert(securityLog)
    .values({
      id: uuidv7(at.getTime()),
      createdAt: at,
      lastAt: at,
      action,
      failed,
      userId: user?.id ?? null,
      account: user?.email ?? null,
      organizationId: scope?.organizationId ?? null,
      environmentId: scope?.environmentId ?? null,
      actorKind: actor?.kind ?? null,
      actorId: actor === null ? null : actor.kind === 'person' ? actor.userId : actor.tokenId,
      actorName: actor?.name ?? null,
      impersonator: actor?.kind === 'person' ? (actor.impersonatedBy?.name ?? null) : null,
      objectType: object?.type ?? null,
      objectId: object?.id ?? null,
      objectName: object?.name ?? null,
      address: isOver ? null : address,
      userAgent: isOver || userAgent === null ? null : cutText(userAgent, MAX_AGENT),
      details: isOver ? {} : details,
      repeats,
      repeatKey: key === undefined ? null : `${key} ${hour}`,
    })
    .onConflictDoUpdate({
      target: securityLog.repeatKey,
      set: { repeats: sql`${securityLog.repeats} + excluded.repeats`, lastAt: at },
    })
    .returning({ repeats: securityLog.repeats })
  return written?.repeats === repeats
}

/** Copies an entry of the audit trail about rights and credentials. */
export async function recordAuditEntry(db: Queryable, entry: AuditEntry): Promise<void> {
  const { action, actor, object, before, after, at, organizationId, environmentId } = entry
  if (!recordedChanges.test(action)) return
  const details = { ...(before && { before }), ...(after && { after }) }
  const scope = { organizationId, environmentId }
  await writeSecurityRecord(db, { action, failed: false, user: null, scope, actor, object, details, at })
}

/** Deletes records that are older than some days. */
export async function pruneSecurityLog(db: Queryable, now: Date, days: number): Promise<void> {
  await db.delete(securityLog).where(lt(securityLog.createdAt, addSeconds(now, -days * 24 * HOUR_SECONDS)))
}

async function isOverLimit(
  db: Queryable,
  action: AuditAction,
  user: SecurityRecord['user'],
  at: Date,
): Promise<boolean> {
  const isSame =
    user === null
      ? and(isNull(securityLog.userId), isNull(securityLog.organizationId))
      : eq(securityLog.userId, user.id)
  const isRecent = gt(securityLog.createdAt, addSeconds(at, -HOUR_SECONDS))
  return (
    (await db.$count(securityLog, and(isSame, eq(securityLog.action, action), isRecent))) >=
    (user === null ? PER_INSTALLATION : PER_ACCOUNT)
  )
}
