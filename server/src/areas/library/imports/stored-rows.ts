import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SealedRows } from '../../../platform/keys/sealed-columns.ts'
import {
  openAddress,
  renewAddress,
  type StoredAddress,
  storeAddress,
} from '../../../platform/net/stored-address.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { importRows, imports, type RowValues, type StoredValues } from './tables.ts'

const BATCH = 200

export function storeValues(secrets: Secrets, values: RowValues): StoredValues {
  return { ...values, url: storeAddress(secrets, values.url) }
}

export function openValues(secrets: Secrets, values: StoredValues): RowValues {
  return { ...values, url: openAddress(secrets, values.url) }
}

/** Encrypts the secrets of addresses in all rows of imports with the first key, one import after the other. */
export const sealedImports: SealedRows = {
  async renew({ db, secrets }, signal) {
    const found = await db.select({ id: imports.id }).from(imports).orderBy(asc(imports.id))
    let count = 0
    for (const { id } of found) {
      let last = 0
      for (;;) {
        signal.throwIfAborted()
        const { number, cells, values } = importRows
        const rows = await db
          .select({ number, cells, values })
          .from(importRows)
          .where(and(eq(importRows.importId, id), sql`${number} > ${last}`))
          .orderBy(asc(number))
          .limit(BATCH)
        const changes = rows.filter((row) => isChanged(row, renewRow(secrets, row)))
        if (changes.length > 0) count += await renewRows(db, secrets, id, changes)
        if (rows.length < BATCH) break
        last = rows.at(-1)?.number ?? 0
      }
    }
    return count
  },
}

type Row = Pick<typeof importRows.$inferSelect, 'number' | 'cells' | 'values'>
type Database = Parameters<SealedRows['renew']>[0]['db']

/** A row can have been read again with another mapping, so each is locked before it is changed. */
async function renewRows(
  db: Database,
  secrets: Secrets,
  importId: string,
  rows: readonly Row[],
): Promise<number> {
  const numbers = rows.map(({ number }) => number)
  return db.transaction(async (tx) => {
    const isOne = and(eq(importRows.importId, importId), inArray(importRows.number, numbers))
    const locked = await tx
      .select()
      .from(importRows)
      .where(isOne)
      .orderBy(asc(importRows.number))
      .for('update')
    for (const row of locked)
      await tx
        .update(importRows)
        .set(renewRow(secrets, row))
        .where(and(eq(importRows.importId, importId), eq(importRows.number, row.number)))
    return locked.length
  })
}

function renewRow(secrets: Secrets, { cells, values }: Row): Pick<Row, 'cells' | 'values'> {
  const renew = (text: StoredAddress) => renewAddress(secrets, String(text)) as unknown as StoredAddress
  return { cells: cells.map(renew), values: { ...values, url: renew(values.url) } }
}

function isChanged(before: Row, after: Pick<Row, 'cells' | 'values'>): boolean {
  return before.values.url !== after.values.url || before.cells.some((cell, n) => cell !== after.cells[n])
}
