import type { AuditAction, EventType, ObjectType } from '@kinora/contract'
import type { Transaction } from '../database/database.ts'
import { type AuditActor, writeAuditEntry } from './audit.ts'
import { emit } from './outbox.ts'

/** Who makes a change, and where. */
export interface ChangeCaller {
  /** Null where Kinora makes it by itself. */
  readonly actor: AuditActor | null
  /** Without an environment for what belongs to the whole organization. */
  readonly scope: { readonly organizationId: string; readonly environmentId?: string }
}

/** The changed fields as they were and as they are; never a secret. */
export interface ChangedValues {
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

/** What is said of a change: an event for those who follow the environment, an entry of the audit trail, or both. */
export interface Change {
  /** Of the object. Events belong to an environment. */
  readonly environmentId?: string
  readonly object: { readonly type: ObjectType; readonly id: string; readonly name: string }
  readonly event?: { readonly type: EventType; readonly data: Record<string, unknown> }
  readonly audit?: ChangedValues & { readonly action: AuditAction }
}

/**
 * Records a change in the transaction that makes it.
 * @param caller null where Kinora makes the change by itself and only events tell of it
 */
export async function recordChange(
  tx: Transaction,
  caller: ChangeCaller | null,
  { environmentId = caller?.scope.environmentId, object, event, audit }: Change,
  at: Date,
): Promise<void> {
  if (event !== undefined) {
    if (environmentId === undefined) throw new Error(`${event.type} happens in no environment`)
    await emit(tx, { environmentId, objectId: object.id, ...event, at })
  }
  if (audit === undefined || caller === null) return
  const { organizationId } = caller.scope
  const entry = { organizationId, object, ...audit, actor: caller.actor, at }
  await writeAuditEntry(tx, environmentId === undefined ? entry : { ...entry, environmentId })
}
