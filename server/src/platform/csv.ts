import { escapeFormula } from '@kinora/contract/escape-formula'

/** The first line of a CSV file. Excel reads a file without a byte order mark in the charset of the computer. */
export function csvHeader(names: readonly string[]): string {
  return `\ufeff${csvLine(names)}`
}

/** A line of CSV (RFC 4180). Text that looks like a formula is escaped. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  const escaped = escapeFormula(text)
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
