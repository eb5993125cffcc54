import { join } from 'node:path'
import type { BillingParty } from '@kinora/contract'
import { isolated } from '../../../platform/documents/isolate.ts'
import type { StoredLine } from '../invoices/content.ts'
import type { DocumentRow } from '../invoices/tables.ts'
import { type DocumentFormat, documentFormat } from './format.ts'
import { fill } from './texts.ts'

/** Path of the template of documents. */
export const documentTemplate = join(import.meta.dirname, 'document.typ')

/** Input of the template `document.typ` as JSON. Texts of users cannot change the direction of others.
 * @param invoiceName the number of the invoice of a credit note */
export function templateData(row: DocumentRow, invoiceName: string | null): string {
  const { language, currency, content, kind, net, tax } = row
  const { seller, buyer, lines, taxes } = content
  const format = documentFormat(language, currency, content.timezone)
  const { texts } = format
  const isStatement = kind === 'statement'
  const money = isStatement ? format.exactMoney : format.money
  const heading = headingOf(row, format)
  const issued = format.date(row.issuedAt ?? row.createdAt)
  const { periodStartsAt, periodEndsAt } = row
  const period =
    periodStartsAt === null || periodEndsAt === null ? null : format.period(periodStartsAt, periodEndsAt)
  return JSON.stringify({
    language,
    title: [heading, row.name ?? period].filter(Boolean).join(' '),
    heading,
    subtitles: [row.name ?? '', issued].filter(Boolean).map(isolated),
    foot: isStatement ? texts.fromWallet : texts.byComputer,
    seller: {
      name: isolated(seller?.name ?? 'Kinora'),
      lines: seller === null ? [] : partyLines(seller, format),
    },
    blocks: [
      { title: texts.billedTo, lines: [isolated(buyer.name), ...partyLines(buyer, format)] },
      ...(period === null ? [] : [{ title: texts.period, lines: [isolated(period)] }]),
      ...(content.method === '' ? [] : [{ title: texts.paidWith, lines: [isolated(content.method)] }]),
      ...(invoiceName === null
        ? []
        : [{ title: texts.forInvoice, lines: [invoiceName, content.reason].map(isolated) }]),
    ],
    head: [texts.what, texts.quantity, texts.amount],
    rows:
      lines.length === 0
        ? [{ name: texts.nothing, quantity: '', amount: isolated(money(0n)) }]
        : lines.map((line) => ({
            name: lineName(line, format),
            quantity: isolated(quantityOf(line, format)),
            amount: isolated(money(BigInt(line.amount))),
          })),
    sums: [
      ...taxes.map((each) => ({
        name: fill(each.isReverseCharge ? texts.reverseCharge : texts.tax, {
          name: isolated(each.name),
          rate: isolated(format.percent(each.ratePpm)),
        }),
        amount: isolated(money(BigInt(each.tax))),
        isTotal: false,
      })),
      { name: texts.total, amount: isolated(money(net + tax)), isTotal: true },
      ...movementOf(row, format),
    ],
    notes: notesOf(row, format),
  })
}

/** Invoice, credit note or statement. */
export function headingOf({ kind }: Pick<DocumentRow, 'kind'>, { texts }: DocumentFormat): string {
  return { invoice: texts.invoice, 'credit-note': texts.creditNote, statement: texts.statement }[kind]
}

/** The address and the tax ID, a line each. */
function partyLines(party: BillingParty, { texts, country }: DocumentFormat): string[] {
  const { address1, address2, city, state, zip, taxId } = party
  const lines = [
    address1,
    address2,
    [city, zip].filter(Boolean).join(' '),
    [state, country(party.country)].filter(Boolean).join(', '),
  ]
  return [
    ...lines.filter(Boolean).map(isolated),
    ...(taxId === '' ? [] : [fill(texts.taxId, { id: isolated(taxId) })]),
  ]
}

export function lineName({ kind, meter, period }: StoredLine, format: DocumentFormat): string {
  const { texts } = format
  switch (kind) {
    case 'top-up':
      return texts.topUp
    case 'credit':
      return texts.credit
    case 'minimum':
      return texts.minimum
    case 'adjustment':
      return fill(texts.adjustment, {
        period:
          period === null ? '' : isolated(format.period(new Date(period.startsAt), new Date(period.endsAt))),
      })
    case 'usage':
      return meter === null ? '' : format.meter(meter)
  }
}

function quantityOf({ meter, quantity }: StoredLine, format: DocumentFormat): string {
  if (quantity === null) return ''
  return meter === null ? quantity : format.quantity(meter, BigInt(quantity))
}

function movementOf({ content: { movement } }: DocumentRow, { texts, exactMoney }: DocumentFormat) {
  if (movement === null) return []
  const { opening, added, charged, closing } = movement
  return [
    { name: texts.opening, amount: opening },
    { name: texts.added, amount: added },
    { name: texts.charged, amount: String(-BigInt(charged)) },
    { name: texts.closing, amount: closing },
  ].map(({ name, amount }) => ({ name, amount: isolated(exactMoney(BigInt(amount))), isTotal: false }))
}

function notesOf(
  { content: { balance, taxes, seller } }: DocumentRow,
  { texts, money }: DocumentFormat,
): string[] {
  return [
    ...(taxes.some(({ isReverseCharge }) => isReverseCharge) ? [texts.reverseChargeNote] : []),
    ...(balance === null ? [] : [fill(texts.balanceAfter, { money: isolated(money(BigInt(balance))) })]),
    ...(seller === null || seller.bankDetails === ''
      ? []
      : [`${texts.bank}: ${isolated(seller.bankDetails.replace(/\s*\n\s*/g, ', '))}`]),
  ]
}
