import { escapeFormula } from '@kinora/contract/escape-formula'

/** Times are text in ISO 8601. */
export interface Table {
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'number' | 'time' }[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const DAY_MS = 86_400_000
/** Sheets store times as days since this date (ECMA-376 part 1, 18.17.4.1). */
const SHEET_EPOCH_MS = Date.UTC(1899, 11, 30)
/** Index of the style for times (`workbook-files.ts`). */
const TIME_STYLE = 1

/** Rows of a sheet (ECMA-376 part 1, 18.3.1.73). */
export function sheetPart({ columns, rows }: Table): Uint8Array {
  const cell = (value: string | number | null, n: number) => {
    if (value === null) return '<c/>'
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    if (columns[n]?.type !== 'time') return textCell(escapeFormula(value))
    return `<c s="${TIME_STYLE}"><v>${(Date.parse(value) - SHEET_EPOCH_MS) / DAY_MS}</v></c>`
  }
  return Buffer.from(rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join(''))
}

function textCell(text: string): string {
  // XML allows no other control characters.
  const clean = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
  const escaped = clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`
}
