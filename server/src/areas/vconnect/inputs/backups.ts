import { and, count, eq, inArray } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { type InputRow, vconnectInputs } from '../ends/tables.ts'

/** Checks that the backup of an input is in its environment, and that no backup has a backup of its own.
 * @throws problem not-found, vconnect-backup */
export async function assertBackup(
  tx: Transaction,
  { id, environmentId, backupInputId }: InputRow,
): Promise<void> {
  if (backupInputId === null) return
  const [backup] = await tx
    .select({ backupInputId: vconnectInputs.backupInputId })
    .from(vconnectInputs)
    .where(rowOf(vconnectInputs, { id: backupInputId, environmentId }))
  if (backup === undefined) throw problem('not-found')
  const [standsIn] = await tx
    .select({ inputs: count() })
    .from(vconnectInputs)
    .where(and(eq(vconnectInputs.backupInputId, id), eq(vconnectInputs.environmentId, environmentId)))
  const isChained = backupInputId === id || backup.backupInputId !== null || (standsIn?.inputs ?? 0) > 0
  if (isChained) throw problem('vconnect-backup')
}

/** Finds the backups of inputs, with their names. */
export async function linkedBackups(db: Queryable, environmentId: string, rows: readonly InputRow[]) {
  const ids = rows.flatMap(({ backupInputId }) => (backupInputId === null ? [] : [backupInputId]))
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ id: vconnectInputs.id, name: vconnectInputs.name })
          .from(vconnectInputs)
          .where(and(eq(vconnectInputs.environmentId, environmentId), inArray(vconnectInputs.id, ids)))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return ({ backupInputId: id }: InputRow) => (id === null ? null : { id, name: names.get(id) ?? null })
}
