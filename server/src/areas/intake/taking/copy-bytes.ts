import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { StoreFault } from '../stores/file-store.ts'

interface Copy {
  readonly sha256: string
  /** Number of bytes that arrived. */
  readonly size: number
}

/** Stores bytes in a file. @returns null if the source has changed meanwhile */
export async function copyBytes(
  source: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal,
): Promise<Copy | null> {
  await using target = await open(path, 'wx')
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const bytes of source) {
      signal.throwIfAborted()
      hash.update(bytes)
      size += bytes.length
      await target.writeFile(bytes)
    }
  } catch (error) {
    if (error instanceof StoreFault && error.fault === 'changed') return null
    throw error
  }
  return { sha256: hash.digest('hex'), size }
}

/** The least rate of a transfer, over a window of time: a slower one holds up the files of others for hours. */
const LEAST_BYTES_PER_S = 64 * 1024
const WINDOW_MS = 5 * 60_000

/** Ends transfers that are too slow. @param nowMs a clock that never goes back. @throws StoreFault too-slow */
export async function* fastEnough(
  source: AsyncIterable<Uint8Array>,
  nowMs: () => number,
): AsyncGenerator<Uint8Array> {
  let [startMs, size] = [nowMs(), 0]
  for await (const bytes of source) {
    size += bytes.length
    const passedMs = nowMs() - startMs
    if (passedMs >= WINDOW_MS) {
      if (size < (LEAST_BYTES_PER_S * passedMs) / 1000)
        throw new StoreFault('too-slow', 'the transfer is too slow')
      ;[startMs, size] = [nowMs(), 0]
    }
    yield bytes
  }
}
