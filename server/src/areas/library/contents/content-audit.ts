import type { Actor, Scope } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { audit, type Deed } from '../../../platform/events/audit.ts'
import type { Library } from '../library.ts'
import type { ContentRow } from './content-view.ts'

type AuditedAction =
  | 'asset.updated'
  | 'asset.reencoded'
  | 'asset.reencode.cancelled'
  | 'asset.replacement.started'
  | 'asset.replacement.cancelled'
  | 'asset.replaced'
  | 'asset.trashed'
  | 'asset.restored'
  | 'asset.deleted'

type Changes = Pick<Deed, 'before' | 'after'>

/** Writes down what somebody did to a video, in the transaction that does it. */
export function auditContent(
  library: Pick<Library, 'clock'>,
  tx: Transaction,
  content: ContentRow,
  action: AuditedAction,
  { actor, scope }: { readonly actor: Actor; readonly scope: Pick<Scope, 'organizationId'> },
  changes: Changes,
): Promise<void> {
  return auditContentBy(
    library,
    tx,
    content,
    action,
    { actor, organizationId: scope.organizationId },
    changes,
  )
}

/** The same where nobody asks any more: by whom it was wanted once, or by Kinora itself. */
export function auditContentBy(
  { clock }: Pick<Library, 'clock'>,
  tx: Transaction,
  { id, environmentId, title }: ContentRow,
  action: AuditedAction,
  by: Pick<Deed, 'actor' | 'organizationId'>,
  changes: Changes,
): Promise<void> {
  const object = { type: 'asset', id, name: title }
  return audit(tx, { ...by, ...changes, environmentId, action, object, at: clock.now() })
}
