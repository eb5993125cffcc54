/** The visible rows of a virtualized list and the space before and after them, in CSS px. */
export interface RowWindow {
  readonly first: number
  /** Exclusive. */
  readonly end: number
  readonly before: number
  readonly after: number
}

/** Rows rendered beyond each edge, for scrolling and the Tab key. */
const spare = 6

/** The distance of each row from the top of the list, and last the height of the list. */
export function topsOf(heights: readonly number[]): number[] {
  let top = 0
  const tops = heights.map((height) => {
    top += height
    return top - height
  })
  return [...tops, top]
}

export function windowOf(tops: readonly number[], scrollTop: number, height: number): RowWindow {
  const count = tops.length - 1
  const first = Math.max(0, rowAt(tops, scrollTop) - spare)
  const end = Math.min(count, rowAt(tops, scrollTop + height) + 1 + spare)
  return { first, end, before: tops[first] ?? 0, after: (tops[count] ?? 0) - (tops[end] ?? 0) }
}

/** Index of the row at a distance from the top. */
function rowAt(tops: readonly number[], top: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tops[middle + 1] ?? 0) <= top) low = middle + 1
    else high = middle
  }
  return Math.min(low, Math.max(0, tops.length - 2))
}
