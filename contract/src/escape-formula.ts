/** Escapes text of a spreadsheet cell, CSV too: an apostrophe in front keeps programs from running it as a formula
 * (OWASP, CSV injection). */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
