/** The visible rows of a virtualized list and the space before and after them, in CSS px. */
export interface RowWindow {
  readonly first: number
  /** Exclusive. */
  readonly end: number
  readonly before: number
  readonly after: number
}

export interface RowSizes {
  readonly count: number
  readonly row: number
  /** Index of the expanded row, which has another height; -1 if there is none. */
  readonly open: number
  readonly openHeight: number
}

/** Rows rendered beyond each edge, for scrolling and the Tab key. */
const spare = 6

export function windowOf(sizes: RowSizes, scrollTop: number, height: number): RowWindow {
  const { count } = sizes
  const first = Math.max(0, rowAt(sizes, scrollTop) - spare)
  const end = Math.min(count, rowAt(sizes, scrollTop + height) + 1 + spare)
  return { first, end, before: topOf(sizes, first), after: topOf(sizes, count) - topOf(sizes, end) }
}

/** Distance of a row from the top of the list. */
export function topOf({ row, open, openHeight }: RowSizes, at: number): number {
  return at * row + (open >= 0 && at > open ? openHeight - row : 0)
}

function rowAt({ count, row, open, openHeight }: RowSizes, top: number): number {
  const plain = Math.floor(top / row)
  const at = open < 0 || plain <= open ? plain : Math.max(open, Math.floor((top - (openHeight - row)) / row))
  return Math.min(Math.max(0, at), Math.max(0, count - 1))
}
