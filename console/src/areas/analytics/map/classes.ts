/** A class of values with the same color. Both bounds are inclusive. */
export interface ValueClass {
  readonly from: number
  readonly to: number
}

/** Divides values into at most `most` classes of about equal size, lowest first (quantiles). Equal values share a class.
 * With classes of equal width, one large country would leave a single color for all others. */
export function classesOf(values: readonly number[], most: number): ValueClass[] {
  const sorted = values.toSorted((a, b) => a - b)
  const classes: ValueClass[] = []
  for (let n = 0; n < most; n += 1) {
    const end = sorted[Math.ceil(((n + 1) * sorted.length) / most) - 1]
    const before = classes.at(-1)
    const from = sorted.find((value) => before === undefined || value > before.to)
    if (end === undefined || from === undefined || end < from) continue
    classes.push({ from, to: end })
  }
  return classes
}

/** Index of the class of a value. */
export function classOf(classes: readonly ValueClass[], value: number): number {
  return classes.findIndex(({ to }) => value <= to)
}
