/** Opens the previous or next row of a list; undefined at its ends. */
export interface Steps {
  readonly before: (() => void) | undefined
  readonly after: (() => void) | undefined
}

/** The steps from the open row. */
export function stepsOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  open: string,
  show: (row: Row) => void,
): Steps {
  const at = rows.findIndex(({ id }) => id === open)
  const stepTo = (index: number) => {
    const row = at < 0 ? undefined : rows[index]
    return row && (() => show(row))
  }
  return { before: stepTo(at - 1), after: stepTo(at + 1) }
}
