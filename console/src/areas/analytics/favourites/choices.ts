import type { FavouriteFilter } from '@kinora/contract'
import { type Filters, filtersText } from '../filters'
import type { View } from '../view'

/** What a favourite keeps of the screen. */
export interface Choices extends Pick<FavouriteFilter, 'splitBy' | 'range'> {
  readonly filters: Record<string, string[]>
}

type Shown = Pick<View, 'filters' | 'split' | 'range'>

/** What can be kept of the screen. Null if nothing is filtered or split. Own ranges are left out, because they pass. */
export function choicesOf({ filters, split, range: { preset } }: Shown): Choices | null {
  const kept = Object.entries(filters).map(([dimension, values]) => [dimension, [...values]])
  if (kept.length === 0 && split === undefined) return null
  return {
    filters: Object.fromEntries(kept),
    splitBy: split ?? null,
    range: typeof preset === 'string' ? preset : null,
  }
}

/** Whether the screen shows what the favourite sets. */
export function isShown(favourite: FavouriteFilter, { filters, split, range }: Shown): boolean {
  return (
    comparable(setFilters(favourite)) === comparable(filters) &&
    favourite.splitBy === (split ?? null) &&
    (favourite.range === null || favourite.range === range.preset)
  )
}

/** The filters that it sets, without dimensions that it leaves out. */
export function setFilters({ filters }: Pick<FavouriteFilter, 'filters'>): Filters {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([dimension, values]) => (values ? [[dimension, values]] : [])),
  )
}

/** The order of dimensions says nothing. */
function comparable(filters: Filters): string {
  return filtersText(Object.fromEntries(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))))
}
