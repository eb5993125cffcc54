import type { CampaignReport } from '@kinora/contract'
import { escapeFormula } from '@kinora/contract/escape-formula'

const columns = [
  'day',
  'creativeId',
  'creativeName',
  'impressions',
  'firstQuartiles',
  'midpoints',
  'thirdQuartiles',
  'completes',
  'clicks',
  'spend',
  'currency',
] as const

/** Formats the rows of a report as CSV (RFC 4180), with exact amounts. */
export function reportCsv(rows: CampaignReport['items']): string {
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column])).join(','))
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** Quotes a value, and escapes values that spreadsheets would run as formulas. */
function cellOf(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' ? escapeFormula(text) : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
