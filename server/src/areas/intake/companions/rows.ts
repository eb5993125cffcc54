/** Reads rows of CSV (RFC 4180), separated by commas, semicolons or tabs, whichever the first line has. Blank lines are left out.
 * @throws an error if a quote has no end */
export function readRows(text: string): string[][] {
  const [first = ''] = text.split('\n', 1)
  const separator = [',', ';', '\t'].find((each) => first.includes(each)) ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at + 1) : plainCell(text, at, separator)
    row.push(cell)
    at = end
    if (text[at] === separator && at + 1 < text.length) {
      at += 1
      continue
    }
    if (text[at] === separator) row.push('')
    // The end of a line has one or two characters.
    while (at < text.length && text[at] !== '\n') at += 1
    at += 1
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
  }
  return rows
}

interface Cell {
  readonly cell: string
  readonly end: number
}

function quotedCell(text: string, start: number): Cell {
  let cell = ''
  let at = start
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new Error('a quote has no end')
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell: cell.trim(), end: quote + 1 + spacesAt(text, quote + 1) }
    cell += '"'
    at = quote + 2
  }
}

function spacesAt(text: string, start: number): number {
  let end = start
  while (text[end] === ' ') end += 1
  return end - start
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1
  return { cell: text.slice(start, end).trim(), end }
}
