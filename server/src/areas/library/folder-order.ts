import type { Collection, ContentSort } from '@kinora/contract'

/** What folders have that videos are sorted by. */
const values: Readonly<Record<string, (folder: Collection) => string | number>> = {
  createdAt: ({ createdAt }) => createdAt,
  size: ({ storage }) => storage,
  items: ({ assetCount, collectionCount }) => assetCount + collectionCount,
  trashedAt: ({ trashedAt }) => trashedAt ?? '',
  goneAt: ({ trashedAt }) => trashedAt ?? '',
}

/** Folders, which come by name, in the order of the videos beside them; what is alike stays by name. */
export function sortedFolders(byName: readonly Collection[], sort: ContentSort): Collection[] {
  if (sort === '-title') return byName.toReversed()
  const isDown = sort.startsWith('-')
  const keyOf = values[isDown ? sort.slice(1) : sort]
  if (keyOf === undefined) return [...byName]
  return byName.toSorted((one, other) => {
    const [a, b] = isDown ? [keyOf(other), keyOf(one)] : [keyOf(one), keyOf(other)]
    return a < b ? -1 : a > b ? 1 : 0
  })
}
