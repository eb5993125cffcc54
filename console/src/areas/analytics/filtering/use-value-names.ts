import { useQueries } from '@tanstack/react-query'
import { valuesQuery } from '../queries'
import { useCounted } from '../use-counted'

/** Names of filter values that are IDs. */
export function useValueNames(): ReadonlyMap<string, string | null | undefined> {
  const counted = useCounted()
  const named = (['contentId', 'customPlayback', 'adChannel', 'campaign'] as const).filter(
    (dimension) => counted.filters[dimension] !== undefined,
  )
  return useQueries({
    queries: named.map((dimension) => valuesQuery(counted, dimension, '')),
    combine: (found) =>
      new Map(found.flatMap(({ data = [] }) => data.map(({ value, name }) => [value, name]))),
  })
}
