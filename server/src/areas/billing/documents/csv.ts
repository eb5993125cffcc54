import { meters } from '@kinora/contract'
import { csvHeader, csvLine } from '../../../platform/csv.ts'
import type { DocumentRow } from '../invoices/tables.ts'

const columns = ['Kind', 'Name', 'Quantity', 'Unit', 'From', 'To', 'Amount', 'Currency'] as const
const MICROS = 1_000_000n

/** The lines of a document with all digits. Quantities are in the units of the API, amounts in units of the currency. */
export function documentCsv({ content, currency }: DocumentRow): Buffer {
  const lines = content.lines.map(({ kind, meter, quantity, period, amount }) => [
    kind,
    meter,
    quantity,
    meter === null ? null : meters[meter],
    period?.startsAt,
    period?.endsAt,
    decimalOf(amount),
    currency,
  ])
  const taxes = content.taxes.map(({ name, tax, isReverseCharge }) => [
    isReverseCharge ? 'reverse-charge' : 'tax',
    name,
    null,
    null,
    null,
    null,
    decimalOf(tax),
    currency,
  ])
  return Buffer.from(csvHeader(columns) + [...lines, ...taxes].map(csvLine).join(''))
}

function decimalOf(text: string): string {
  const micros = BigInt(text)
  const size = micros < 0n ? -micros : micros
  return `${micros < 0n ? '-' : ''}${size / MICROS}.${String(size % MICROS).padStart(6, '0')}`
}
