import type { PaymentReason } from '@kinora/contract'
import type Stripe from 'stripe'
import { stripeUnits } from '../pricing/currency.ts'
import type { Charge } from './payment-driver.ts'

/** A payment intent, with its latest charge, as a charge. Asks for its disputes, if it has any. */
export async function chargeOf(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Charge> {
  const currency = intent.currency.toUpperCase()
  const unit = stripeUnits(currency)
  const latest = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const disputed = latest?.disputed ? await withdrawn(stripe, intent.id) : 0
  const customer = intent.customer
  return {
    id: intent.id,
    paymentId: intent.metadata.payment ?? null,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    amount: BigInt(intent.amount) * unit,
    currency,
    ...stateOf(intent),
    refunded: BigInt(latest?.amount_refunded ?? 0) * unit,
    disputed: BigInt(disputed) * unit,
  }
}

/** Money of disputes that Stripe has taken: not of inquiries, and no longer of those that were won. */
async function withdrawn(stripe: Stripe, intentId: string): Promise<number> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 100 })
  return data
    .filter(({ status }) => !['won', 'prevented'].includes(status) && !status.startsWith('warning'))
    .reduce((sum, { amount }) => sum + amount, 0)
}

function stateOf(intent: Stripe.PaymentIntent): Pick<Charge, 'state' | 'reason'> {
  const { status, last_payment_error: fault } = intent
  switch (status) {
    case 'succeeded':
      return { state: 'succeeded', reason: null }
    case 'processing':
      return { state: 'processing', reason: null }
    case 'canceled':
      return { state: 'canceled', reason: null }
    case 'requires_action':
      return { state: 'needs_action', reason: 'authentication_required' }
    case 'requires_payment_method':
      if (fault === null) return { state: 'unconfirmed', reason: null }
      // The card was charged without the payer, whose bank asks for them.
      if (fault.code === 'authentication_required')
        return { state: 'needs_action', reason: 'authentication_required' }
      return { state: 'failed', reason: reasonOf(fault) }
    default:
      return { state: 'unconfirmed', reason: null }
  }
}

function reasonOf({ code, decline_code }: Stripe.PaymentIntent.LastPaymentError): PaymentReason {
  switch (decline_code ?? code) {
    case 'insufficient_funds':
      return 'insufficient_funds'
    case 'expired_card':
      return 'expired_card'
    case 'payment_intent_authentication_failure':
      return 'authentication_failed'
    default:
      return code === 'expired_card' ? 'expired_card' : 'declined'
  }
}
