import type { AuditAction, EventType, ObjectType } from '@kinora/contract'
import type { Transaction } from '../database/database.ts'
import { writeAuditEntry } from './audit.ts'
import type { AuditActor } from './audit-entry.ts'
import { emit } from './outbox.ts'

/** The author of a change and its tenant. */
export interface ChangeCaller {
  /** Null if Kinora makes the change. */
  readonly actor: AuditActor | null
  /** Without an environment for objects of the whole organization. */
  readonly scope: { readonly organizationId: string; readonly environmentId?: string }
}

/** The old and new values of the changed fields, never a secret. */
export interface ChangedValues {
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

/** A change of an object: an event for subscribers, an audit entry, or both. */
export interface Change {
  /** The environment of the object; the caller's if left out. Required for an event. */
  readonly environmentId?: string
  readonly object: { readonly type: ObjectType; readonly id: string; readonly name: string }
  readonly event?: { readonly type: EventType; readonly data: Record<string, unknown> }
  readonly audit?: ChangedValues & { readonly action: AuditAction }
}

/**
 * Records a change in the transaction that makes it.
 * @param caller null if Kinora makes the change: it is published as an event, without an audit entry
 */
export async function recordChange(
  tx: Transaction,
  caller: ChangeCaller | null,
  { environmentId = caller?.scope.environmentId, object, event, audit }: Change,
  at: Date,
): Promise<void> {
  if (event !== undefined) {
    if (environmentId === undefined) throw new Error(`${event.type} happens in no environment`)
    await emit(tx, environmentId, [{ objectId: object.id, ...event, at }])
  }
  if (audit === undefined || caller === null) return
  const { organizationId } = caller.scope
  const entry = { organizationId, object, ...audit, actor: caller.actor, at }
  await writeAuditEntry(tx, environmentId === undefined ? entry : { ...entry, environmentId })
}

/** The object of a change, its event and the action of its audit entry. */
type Description = Omit<Change, 'audit'> & { readonly action?: AuditAction }

/** Makes the function that records the changes of one type of object. It has the arguments of `recordChange`, with a row
 * and a verb instead of the change. */
export function changeRecorder<Row, Verb extends string>(describe: (row: Row, verb: Verb) => Description) {
  return (
    tx: Transaction,
    caller: ChangeCaller | null,
    row: Row,
    verb: Verb,
    values: ChangedValues,
    at: Date,
  ): Promise<void> => {
    const { action, ...change } = describe(row, verb)
    return recordChange(tx, caller, action ? { ...change, audit: { action, ...values } } : change, at)
  }
}

/** Records the same kind of event for many objects of an environment, without audit entries. */
export async function recordEvents(
  tx: Transaction,
  environmentId: string,
  changes: readonly Change[],
  at: Date,
): Promise<void> {
  const events = changes.flatMap(({ object, event }) =>
    event === undefined ? [] : [{ objectId: object.id, ...event, at }],
  )
  await emit(tx, environmentId, events)
}
