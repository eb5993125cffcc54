import { asc, eq, max } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { viewEventBatches, viewEventBatchRows } from '../deltas/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { repeatInsert } from './repeat-insert.ts'
import { packed, unpackedText } from './segments.ts'

export interface Batch {
  readonly id: string
  /** Packed rows by table of the warehouse. */
  readonly tables: readonly { readonly target: string; readonly rows: Buffer }[]
}

/** Stores a batch of rows. After the transaction commits, each row gets into the warehouse exactly once.
 * @param rowsOf rows by table of the warehouse */
export async function addBatch(
  tx: Transaction,
  now: Date,
  rowsOf: Readonly<Record<string, readonly unknown[]>>,
): Promise<Batch> {
  // The new ID sorts after those of waiting batches, even if the clock was set back.
  const [waiting] = await tx.select({ newest: max(viewEventBatches.createdAt) }).from(viewEventBatches)
  const createdAt = new Date(Math.max(now.getTime(), (waiting?.newest?.getTime() ?? 0) + 1))
  const id = uuidv7(createdAt.getTime())
  const tables = await Promise.all(
    Object.entries(rowsOf).map(async ([target, rows]) => ({ target, rows: await packed(rows) })),
  )
  await tx.insert(viewEventBatches).values({ id, createdAt })
  await tx.insert(viewEventBatchRows).values(tables.map((table) => ({ batchId: id, ...table })))
  return { id, tables }
}

/** The next batch to send. Null if none waits. */
export async function oldestBatch(db: Queryable): Promise<Batch | null> {
  const [row] = await db.select().from(viewEventBatches).orderBy(asc(viewEventBatches.id)).limit(1)
  return row === undefined ? null : readBatch(db, row.id)
}

/** Sends all waiting batches. Another process may be sending one of them at the same time. */
export async function sendBatches(db: Database, warehouse: Warehouse): Promise<void> {
  const { id } = viewEventBatches
  for (const row of await db.select({ id }).from(viewEventBatches).orderBy(asc(id)))
    await repeatBatch(db, warehouse, await readBatch(db, row.id))
}

/** Inserts a new batch into the warehouse. */
export function sendBatch(db: Database, warehouse: Warehouse, batch: Batch): Promise<void> {
  return insertBatch(db, batch, warehouse.insert)
}

/** Inserts a batch that may have been sent before, without counting anything twice. */
export function repeatBatch(db: Database, warehouse: Warehouse, batch: Batch): Promise<void> {
  return insertBatch(db, batch, (...rows) => repeatInsert(warehouse, ...rows))
}

async function insertBatch(
  db: Database,
  { id, tables }: Batch,
  insert: (target: string, lines: string, token: string) => Promise<void>,
): Promise<void> {
  const insertTable = async ({ target, rows }: Batch['tables'][number]) => {
    const lines = await unpackedText(rows)
    if (lines !== '') await insert(target, lines, `${id}-${target}`)
  }
  await Promise.all(tables.map(insertTable))
  await db.delete(viewEventBatches).where(eq(viewEventBatches.id, id))
}

async function readBatch(db: Queryable, id: string): Promise<Batch> {
  const { batchId, target } = viewEventBatchRows
  const tables = await db.select().from(viewEventBatchRows).where(eq(batchId, id)).orderBy(asc(target))
  return { id, tables }
}
