/** A class of values that share a color. Both ends belong to it. */
export interface ValueClass {
  readonly from: number
  readonly to: number
}

/** At most `most` classes with about as many values each, the lowest first. Equal values share a class.
 * One large country would take all colors from the others if the classes were equally wide. */
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

/** The class of a value. */
export function classOf(classes: readonly ValueClass[], value: number): number {
  return classes.findIndex(({ to }) => value <= to)
}
