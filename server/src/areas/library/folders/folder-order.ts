import type { Collection, ContentSort } from '@kinora/contract'
import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { collections } from '../contents/tables.ts'

/** The order of folders as rows, as far as rows have what videos beside them are sorted by; what is alike goes by name. */
export function folderOrder(sort: ContentSort): SQL[] {
  const name = sql`lower(${collections.name})`
  const byName = [asc(name), asc(collections.id)]
  if (sort === '-title') return [desc(name), desc(collections.id)]
  const value = columns[keyOf(sort)]
  if (value === undefined) return byName
  return [sort.startsWith('-') ? desc(value) : asc(value), ...byName]
}

const columns: Readonly<Record<string, SQLWrapper>> = {
  createdAt: collections.createdAt,
  trashedAt: collections.trashedAt,
  goneAt: collections.trashedAt,
}

/** What is in folders and below, which rows do not have. */
const sums: Readonly<Record<string, (folder: Collection) => number>> = {
  size: ({ storage }) => storage,
  items: ({ assetCount, collectionCount }) => assetCount + collectionCount,
}

/** By what is in folders they are ordered once all of them are counted. */
export function isBySums(sort: ContentSort): boolean {
  return sums[keyOf(sort)] !== undefined
}

export function sortedBySums(folders: readonly Collection[], sort: ContentSort): Collection[] {
  const sumOf = sums[keyOf(sort)]
  if (sumOf === undefined) return [...folders]
  const way = sort.startsWith('-') ? -1 : 1
  return folders.toSorted((one, other) => way * (sumOf(one) - sumOf(other)))
}

function keyOf(sort: ContentSort): string {
  return sort.replace('-', '')
}
