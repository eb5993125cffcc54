/** Rows of a long list that are on the screen, and what stands in the place of the others. All in CSS px. */
export interface RowWindow {
  readonly first: number
  /** One past the last. */
  readonly end: number
  readonly before: number
  readonly after: number
}

export interface RowSizes {
  readonly count: number
  readonly row: number
  /** The one row that is of another size, by place; -1 for none. */
  readonly open: number
  readonly openHeight: number
}

/** Drawn beyond the edge on each side, so that scrolling and the tab key find something there. */
const spare = 6

export function windowOf(sizes: RowSizes, scrollTop: number, height: number): RowWindow {
  const { count } = sizes
  const first = Math.max(0, rowAt(sizes, scrollTop) - spare)
  const end = Math.min(count, rowAt(sizes, scrollTop + height) + 1 + spare)
  return { first, end, before: topOf(sizes, first), after: topOf(sizes, count) - topOf(sizes, end) }
}

/** How far from the list's beginning a row begins. */
export function topOf({ row, open, openHeight }: RowSizes, at: number): number {
  return at * row + (open >= 0 && at > open ? openHeight - row : 0)
}

function rowAt({ count, row, open, openHeight }: RowSizes, top: number): number {
  const plain = Math.floor(top / row)
  const at = open < 0 || plain <= open ? plain : Math.max(open, Math.floor((top - (openHeight - row)) / row))
  return Math.min(Math.max(0, at), Math.max(0, count - 1))
}
