import type { Collection, ContentSort } from '@kinora/contract'
import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'
import { sortName } from '../../../platform/database/name-order.ts'
import { collections } from '../contents/tables.ts'

/**
 * The order of folders by the columns that correspond to the sort order of the videos; equal values are sorted by name.
 */
export function folderOrder(sort: ContentSort): SQL[] {
  const name = sortName(collections.name)
  const byName = [asc(name), asc(collections.id)]
  if (sort === '-title') return [desc(name), desc(collections.id)]
  const value = columns[fieldOf(sort)]
  if (value === undefined) return byName
  return [sort.startsWith('-') ? desc(value) : asc(value), ...byName]
}

const columns: Readonly<Record<string, SQLWrapper>> = {
  createdAt: collections.createdAt,
  trashedAt: collections.trashedAt,
  goneAt: collections.trashedAt,
}

/** Totals of the subtree, which are not columns. */
const totals: Readonly<Record<string, (folder: Collection) => number>> = {
  size: ({ storage }) => storage,
  items: ({ assetCount, collectionCount }) => assetCount + collectionCount,
}

/** Folders are sorted by totals after these are computed. */
export function sortsByTotals(sort: ContentSort): boolean {
  return totals[fieldOf(sort)] !== undefined
}

export function sortByTotals(folders: readonly Collection[], sort: ContentSort): Collection[] {
  const totalOf = totals[fieldOf(sort)]
  if (totalOf === undefined) return [...folders]
  const direction = sort.startsWith('-') ? -1 : 1
  return folders.toSorted((one, other) => direction * (totalOf(one) - totalOf(other)))
}

function fieldOf(sort: ContentSort): string {
  return sort.replace('-', '')
}
