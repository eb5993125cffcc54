/** Text for a cell: what a spreadsheet would take for a formula begins with an apostrophe, so that it is text. */
export function harmlessCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
