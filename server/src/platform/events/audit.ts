import type { AuditAction } from '@kinora/contract'
import type { Person, Program } from '../auth.ts'
import type { Transaction } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { auditTrail } from '../database/tables.ts'

/** As much of a caller as is written down. */
export type Doer =
  | (Pick<Person, 'kind' | 'userId' | 'name'> & { readonly impersonatedBy: { readonly name: string } | null })
  | Pick<Program, 'kind' | 'tokenId' | 'name'>

export interface Deed {
  readonly organizationId: string
  readonly environmentId?: string
  readonly action: AuditAction
  /** Null where Kinora did it by itself. */
  readonly actor: Doer | null
  readonly object: { readonly type: string; readonly id: string; readonly name: string }
  /** The fields that changed; never a secret. */
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
  readonly at: Date
}

/** Writes to the audit trail in the transaction that makes the change. */
export async function audit(tx: Transaction, deed: Deed): Promise<void> {
  const { actor, object, at } = deed
  await tx.insert(auditTrail).values({
    id: uuidv7(at.getTime()),
    organizationId: deed.organizationId,
    environmentId: deed.environmentId ?? null,
    action: deed.action,
    actorKind: actor?.kind ?? 'kinora',
    actorId: actor === null ? null : actor.kind === 'person' ? actor.userId : actor.tokenId,
    actorName: actor?.name ?? 'Kinora',
    impersonator: actor?.kind === 'person' ? (actor.impersonatedBy?.name ?? null) : null,
    objectType: object.type,
    objectId: object.id,
    objectName: object.name,
    before: deed.before ?? null,
    after: deed.after ?? null,
    createdAt: at,
  })
}

type Fields = Record<string, unknown>

/** The fields whose values differ, as they were and as they are; null where nothing changed. */
export function changesBetween(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
