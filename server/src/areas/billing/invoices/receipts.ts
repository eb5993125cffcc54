import type { BillingQuote, BodyOf, billingCalls } from '@kinora/contract'
import type { Person } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { organizationName } from '../../identity/index.ts'
import { updateStanding } from '../accounts/standing.ts'
import { lockWallet, readWallet } from '../accounts/wallets.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { balanceOf, post } from '../ledger/ledger.ts'
import { minorUnits } from '../pricing/currency.ts'
import { type Credit, issueCreditNote, prepareCredit } from './credit-notes.ts'
import { documentView } from './document-view.ts'
import { issueInvoice, isWhole } from './issue-invoice.ts'
import { assertTotal, quoteTaxes, quoteView, sumOfTaxes } from './taxes.ts'

type Context = Pick<Billing, 'db' | 'clock' | 'config'>

/** Adds money that was received outside Kinora, with an invoice. @throws problem not-found, amount-not-whole, total-changed */
export async function recordReceipt(
  billing: Context,
  actor: Person,
  organizationId: string,
  { amount, method, total }: BodyOf<(typeof billingCalls)['recordBillingReceipt']>,
) {
  const { db, clock } = billing
  return db.transaction(async (tx) => {
    const name = await nameOf(tx, organizationId)
    const wallet = await lockWallet(tx, billing, organizationId)
    const { currency } = wallet
    const at = clock.now()
    const micros = BigInt(amount)
    if (!isWhole(micros, currency)) throw problem('amount-not-whole')
    const unit = minorUnits(currency)
    const taxes = await quoteTaxes(tx, { organizationId, amount: micros, unit }, at)
    const tax = sumOfTaxes(taxes)
    assertTotal(micros + tax, total ?? amount)
    const topUp = {
      paymentId: uuidv7(at.getTime()),
      organizationId,
      amount: micros,
      taxes,
      isFromProcessor: false,
      currency,
      method,
      at,
    }
    await post(tx, {
      key: `receipt:${topUp.paymentId}`,
      organizationId,
      kind: 'payment',
      currency,
      lines: withTax({ wallet: micros, cash: -micros - tax }, tax),
      note: method,
      at,
    })
    await updateStanding(tx, wallet, at)
    await recordChange(
      tx,
      { actor, scope: { organizationId } },
      {
        object: { type: 'organization', id: organizationId, name },
        audit: { action: 'billing.receipt.recorded', after: { amount, tax: String(tax), currency, method } },
      },
      at,
    )
    const { balance } = await balanceOf(tx, organizationId)
    const invoice = await issueInvoice(tx, topUp)
    return { balance: integerOf(balance), invoice: documentView(invoice, null) }
  })
}

/** The sum with taxes that has to be received outside Kinora for an amount that the wallet gets. @throws problem not-found, amount-not-whole */
export async function quoteReceipt(
  billing: Context,
  organizationId: string,
  amount: number,
): Promise<BillingQuote> {
  const { db, clock } = billing
  await nameOf(db, organizationId)
  const { currency } = await readWallet(billing, organizationId)
  const micros = BigInt(amount)
  if (!isWhole(micros, currency)) throw problem('amount-not-whole')
  const unit = minorUnits(currency)
  const taxes = await quoteTaxes(db, { organizationId, amount: micros, unit }, clock.now())
  return quoteView(micros, currency, taxes)
}

/** Credits a part of an invoice, and takes the money from the wallet.
 * @throws problem not-found, amount-not-whole, document-draft, credit-too-large */
export async function creditInvoice(
  billing: Context,
  actor: Person,
  { organizationId, invoiceId }: { readonly organizationId: string; readonly invoiceId: string },
  { amount, reason }: BodyOf<(typeof billingCalls)['creditBillingInvoice']>,
) {
  const { db, clock } = billing
  return db.transaction(async (tx) => {
    const name = await nameOf(tx, organizationId)
    const wallet = await lockWallet(tx, billing, organizationId)
    const { currency } = wallet
    const at = clock.now()
    const micros = BigInt(amount)
    const credit = await prepareCredit(tx, { organizationId, invoiceId }, micros)
    if (!isWhole(micros, currency)) throw problem('amount-not-whole')
    // Refunds of cards are made at the processor, and come back with credit notes of their own.
    if (credit.invoice.content.isFromProcessor) throw problem('refund-at-processor')
    const refundId = uuidv7(at.getTime())
    await post(tx, {
      key: `refund:${refundId}`,
      organizationId,
      kind: 'refund',
      currency,
      lines: takenBack(credit, micros + credit.tax),
      note: reason,
      at,
    })
    await updateStanding(tx, wallet, at)
    const { invoice } = credit
    await recordChange(
      tx,
      { actor, scope: { organizationId } },
      {
        object: { type: 'organization', id: organizationId, name },
        audit: {
          action: 'billing.invoice.credited',
          after: { invoice: invoice.name, amount, currency, reason },
        },
      },
      at,
    )
    const { balance } = await balanceOf(tx, organizationId)
    const creditNote = await issueCreditNote(tx, credit, { refundId, reason, at })
    return { balance: integerOf(balance), creditNote: documentView(creditNote, invoice.name) }
  })
}

/** The lines of a posting that takes back what was added, and its taxes. */
function takenBack({ amount, tax }: Credit, total: bigint) {
  return withTax({ wallet: -amount, cash: total }, -tax)
}

/** The lines of a posting. An account that gets nothing has none. */
function withTax<L extends object>(lines: L, tax: bigint): L | (L & { readonly tax: bigint }) {
  return tax === 0n ? lines : { ...lines, tax }
}

/** @throws problem not-found */
async function nameOf(tx: Queryable, organizationId: string): Promise<string> {
  const name = await organizationName(tx, organizationId)
  if (name === null) throw problem('not-found')
  return name
}
