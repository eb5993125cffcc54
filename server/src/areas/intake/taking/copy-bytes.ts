import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { StoreFault } from '../stores/file-store.ts'
import type { Checksums } from '../tables.ts'

const algorithms = ['sha256', 'sha1', 'md5'] as const

interface Copy {
  readonly sha256: string
  /** Whether it has the checksums that were given. */
  readonly isAsListed: boolean
  /** Number of bytes that arrived. */
  readonly size: number
}

/** Stores bytes in a file. @param listed checksums that it should have. @returns null if the source has changed meanwhile */
export async function copyBytes(
  source: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal,
  listed: Checksums | null = null,
): Promise<Copy | null> {
  await using target = await open(path, 'wx')
  const hashes = algorithms
    .filter((name) => name === 'sha256' || listed?.[name] !== undefined)
    .map((name) => ({ name, hash: createHash(name) }))
  let size = 0
  try {
    for await (const bytes of source) {
      signal.throwIfAborted()
      for (const { hash } of hashes) hash.update(bytes)
      size += bytes.length
      await target.writeFile(bytes)
    }
  } catch (error) {
    if (error instanceof StoreFault && error.fault === 'changed') return null
    throw error
  }
  const sums = hashes.map(({ name, hash }) => ({ name, sum: hash.digest('hex') }))
  return {
    sha256: sums.find(({ name }) => name === 'sha256')?.sum ?? '',
    isAsListed: sums.every(({ name, sum }) => (listed?.[name] ?? sum) === sum),
    size,
  }
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
