/** Escapes text of a spreadsheet cell, CSV too: an apostrophe in front keeps programs from running it as a formula
 * (OWASP, CSV injection). Some read full-width signs as formulas too. */
export function escapeFormula(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
}
