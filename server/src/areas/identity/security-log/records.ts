import type { AccountAction } from '@kinora/contract'
import { and, eq, gt } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import { addSeconds, type Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { securityLog } from '../../../platform/database/tables.ts'
import { writeAuditEntry } from '../../../platform/events/audit.ts'
import type { AuditActor } from '../../../platform/events/audit-entry.ts'
import { type SecurityRecord, writeSecurityRecord } from '../../../platform/events/security-log.ts'
import { currentRequester } from '../../../platform/turns/requester.ts'
import { members, type users } from '../tables.ts'

/** The account that a record is about. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly name: string
}

/** Something that happened to an account. */
export interface AccountEvent {
  readonly action: AccountAction
  readonly account: Account
  /** The person who did it, if it is not the owner of the account. Null if it is not known. */
  readonly by?: AuditActor | null
  readonly failed?: boolean
  readonly details?: Record<string, unknown>
  readonly repeatKey?: string
  readonly repeats?: number
  readonly from?: NonNullable<SecurityRecord['from']>
}

const HOUR_SECONDS = 3600

/** Records what happened to an account, for the person and in the audit trails of their organizations. */
export async function recordAccountEvent(db: Queryable, clock: Clock, event: AccountEvent): Promise<void> {
  const { action, account, failed = false, details = {}, by = ownerOf(account), ...extras } = event
  const at = clock.now()
  const { id, email, name } = account
  const object = { type: 'member', id, name } as const
  const record = { action, failed, user: { id, email }, actor: by, object, details, at, ...extras }
  if (!(await writeSecurityRecord(db, record))) return
  // The audit trail is kept forever, so that one entry has to stand for the attempts of an hour.
  if (action === 'sign_in.failed' && (await countRecent(db, id, action, at)) > 1) return
  const memberships = await db.select().from(members).where(eq(members.userId, id))
  if (memberships.length === 0) return
  const { address, userAgent } = event.from ?? currentRequester()
  const after = { ...details, ...(address && { address }), ...(userAgent && { browser: userAgent }) }
  await db.transaction(async (tx) => {
    for (const { organizationId } of memberships)
      await writeAuditEntry(tx, { organizationId, action, actor: by, object, after, at })
  })
}

export function accountOf({ userId: id, email, name }: Person): Account {
  return { id, email, name }
}

export function accountOfRow(row: typeof users.$inferSelect): Account {
  return { id: row.id, email: row.email, name: `${row.firstName} ${row.lastName}` }
}

function ownerOf({ id, name }: Account) {
  return { kind: 'person', userId: id, name, impersonatedBy: null } as const
}

function countRecent(db: Queryable, userId: string, action: AccountAction, at: Date): Promise<number> {
  const { createdAt } = securityLog
  const isRecent = gt(createdAt, addSeconds(at, -HOUR_SECONDS))
  return db.$count(securityLog, and(eq(securityLog.userId, userId), eq(securityLog.action, action), isRecent))
}
