import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { packed } from './segments.ts'
import { viewEventBatches, viewEventBatchRows } from './tables.ts'

export interface Batch {
  readonly id: string
  /** Packed, by table of the warehouse. */
  readonly tables: readonly { readonly target: string; readonly rows: Buffer }[]
}

/** Keeps rows until the warehouse has them: each is in it once, when the transaction is committed.
 * @param rowsOf by table of the warehouse */
export async function addBatch(
  tx: Transaction,
  createdAt: Date,
  rowsOf: Readonly<Record<string, readonly unknown[]>>,
): Promise<Batch> {
  const id = uuidv7(createdAt.getTime())
  const tables = await Promise.all(
    Object.entries(rowsOf).map(async ([target, rows]) => ({ target, rows: await packed(rows) })),
  )
  await tx.insert(viewEventBatches).values({ id, createdAt })
  await tx.insert(viewEventBatchRows).values(tables.map((table) => ({ batchId: id, ...table })))
  return { id, tables }
}
