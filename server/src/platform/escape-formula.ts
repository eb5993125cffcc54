/** Escapes a spreadsheet cell: an apostrophe in front keeps text from being read as a formula. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
