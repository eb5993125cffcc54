/** A sweep leaves the rest to the next one, so that others get their turn. */
const MAX_MS = 20_000

/** Changes rows in bounded statements until none is left. @param change returns the number of rows that it changed */
export async function inBatches(batch: number, change: () => Promise<number>): Promise<void> {
  const startedAt = performance.now()
  while ((await change()) >= batch) if (performance.now() - startedAt > MAX_MS) return
}
