import type { FavouriteFilter } from '@kinora/contract'
import { type Filters, filtersText } from '../filters'
import type { View } from '../view'

/** The part of the screen's state that a favorite stores. */
export interface Choices extends Pick<FavouriteFilter, 'splitBy' | 'range'> {
  readonly filters: Record<string, string[]>
}

type Shown = Pick<View, 'filters' | 'split' | 'range'>

/** The state that can be saved as a favorite. Null without filters and split. Custom ranges are left out, because they
 * become outdated. */
export function choicesOf({ filters, split, range: { preset } }: Shown): Choices | null {
  const kept = Object.entries(filters).map(([dimension, values]) => [dimension, [...values]])
  if (kept.length === 0 && split === undefined) return null
  return {
    filters: Object.fromEntries(kept),
    splitBy: split ?? null,
    range: typeof preset === 'string' ? preset : null,
  }
}

/** Whether the screen has the state of the favorite. */
export function isShown(favourite: FavouriteFilter, { filters, split, range }: Shown): boolean {
  return (
    comparable(setFilters(favourite)) === comparable(filters) &&
    favourite.splitBy === (split ?? null) &&
    (favourite.range === null || favourite.range === range.preset)
  )
}

/** The filters of the favorite without undefined dimensions. */
export function setFilters({ filters }: Pick<FavouriteFilter, 'filters'>): Filters {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([dimension, values]) => (values ? [[dimension, values]] : [])),
  )
}

/** Filters as text with sorted dimensions, for comparison. */
function comparable(filters: Filters): string {
  return filtersText(Object.fromEntries(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))))
}
