import type { StreamPlace } from '../specs.ts'

type Found = ReadonlyMap<string, string>

/** Looks streams up together. Those that ask again after the same pause are answered by one query from then on.
 * @param find the addresses of those that have one, by ID */
export function batchLookups(
  find: (streams: readonly StreamPlace[]) => Promise<Found>,
): (stream: StreamPlace) => Promise<string | null> {
  let waiting: { readonly streams: StreamPlace[]; readonly found: Promise<Found> } | null = null

  function begin(): NonNullable<typeof waiting> {
    const streams: StreamPlace[] = []
    const { promise: found, resolve } = Promise.withResolvers<Found>()
    setTimeout(() => {
      waiting = null
      resolve(find(streams))
    }, GATHER_MS)
    return { streams, found }
  }

  return async (stream) => {
    waiting ??= begin()
    waiting.streams.push(stream)
    return (await waiting.found).get(stream.id) ?? null
  }
}

const GATHER_MS = 50
