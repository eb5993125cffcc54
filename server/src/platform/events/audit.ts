import type { Transaction } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { auditTrail } from '../database/tables.ts'
import { HIDDEN, hideSecretsInText } from '../net/address-secrets.ts'
import type { AuditEntry } from './audit-entry.ts'
import { recordAuditEntry } from './security-log.ts'

/** Writes to the audit trail in the transaction of the change. Areas call `recordChange` instead. */
export async function writeAuditEntry(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { actor, object, at } = entry
  await tx.insert(auditTrail).values({
    id: uuidv7(at.getTime()),
    organizationId: entry.organizationId,
    environmentId: entry.environmentId ?? null,
    action: entry.action,
    actorKind: actor?.kind ?? 'kinora',
    actorId: actor === null ? null : actor.kind === 'person' ? actor.userId : actor.tokenId,
    actorName: actor?.name ?? 'Kinora',
    impersonator: actor?.kind === 'person' ? (actor.impersonatedBy?.name ?? null) : null,
    objectType: object.type,
    objectId: object.id,
    objectName: hideSecretsInText(object.name, HIDDEN),
    before: withoutSecrets(entry.before),
    after: withoutSecrets(entry.after),
    createdAt: at,
  })
  await recordAuditEntry(tx, entry)
}

/** Fields without the secrets of addresses in them. */
function withoutSecrets(fields: Fields | undefined): Fields | null {
  if (fields === undefined) return null
  const hide = (_name: string, value: unknown) =>
    typeof value === 'string' ? hideSecretsInText(value, HIDDEN) : value
  return JSON.parse(JSON.stringify(fields), hide)
}

type Fields = Record<string, unknown>

/** Old and new values of the fields that differ, or null if none does. */
export function changesBetween(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
