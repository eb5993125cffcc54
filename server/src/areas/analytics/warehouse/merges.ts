import type { Warehouse } from './warehouse.ts'

/** More parts than this mean that merges fail or are too slow. Usually there are fewer than 50. */
const MOST_PARTS = 500

/** Fails as long as merges of the warehouse do not keep up, so that it is logged and counted long before inserts stop.
 * @throws Error with the number of parts */
export async function checkMerges(warehouse: Pick<Warehouse, 'isOpen' | 'state'>): Promise<void> {
  if (!warehouse.isOpen()) return
  const { mostParts: parts } = await warehouse.state()
  if (parts > MOST_PARTS)
    throw new Error(
      `merges of the warehouse do not keep up: a table has ${parts} parts; it may need more memory`,
    )
}
