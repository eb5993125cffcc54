// Values without schemas: screens load these, and not zod.

/** `low`: below the warning. `empty`: nothing is left, and work goes on during the grace period. `refused`: new uploads and
 * streams are refused. Playback and running streams go on in every status. */
export const walletStatuses = ['ok', 'low', 'empty', 'refused'] as const
export type WalletStatus = (typeof walletStatuses)[number]

/** How the tiers of a price are used: each unit costs the price of its own tier, or all units cost the price of the tier that the
 * total has reached. */
export const tierModes = ['graduated', 'volume'] as const
export type TierMode = (typeof tierModes)[number]

/** Levels of usage: by environment, by video or stream of one, or by day of one video or stream. */
export const usageLevels = ['environments', 'objects', 'days'] as const
export type UsageLevel = (typeof usageLevels)[number]

/** Videos and streams in a list of usage; the rest is one row. */
export const usageObjectsMax = 200
/** Days of the balance that an account has. */
export const balanceDays = 30

/** Invoices of money that was added, credit notes, and statements of periods. */
export const documentKinds = ['invoice', 'credit-note', 'statement'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A draft has no number yet, because the seller is not known. */
export const documentStatuses = ['draft', 'final'] as const

export const documentLineKinds = ['top-up', 'credit', 'usage', 'adjustment', 'minimum'] as const

export const documentFormats = ['pdf', 'csv'] as const
export type DocumentFileFormat = (typeof documentFormats)[number]

/** Most months of the revenue. */
export const revenueMonths = 24
/** How an installation takes money. `offline`: by bank transfer, which an administrator records. `test`: with test cards that
 * move no money. `stripe`: with cards, by Stripe. */
export const paymentDrivers = ['offline', 'test', 'stripe'] as const
export type PaymentDriverKind = (typeof paymentDrivers)[number]

/** `processing`: the result is not known yet, or the transfer has not arrived. `needs_action`: the payer has to confirm it with
 * their bank. `refunded` and `disputed`: money that was added was taken back again. */
export const paymentStates = [
  'processing',
  'needs_action',
  'succeeded',
  'failed',
  'refunded',
  'disputed',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Why a payment failed, or what it waits for. */
export const paymentReasons = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'authentication_required',
  'authentication_failed',
  'refused',
  'interrupted',
  'expired',
  'canceled',
  'returned',
] as const
export type PaymentReason = (typeof paymentReasons)[number]

/** Origins of payments: a person, or the auto-recharge. */
export const paymentOrigins = ['person', 'recharge'] as const
export type PaymentOrigin = (typeof paymentOrigins)[number]

/** Entries of the payment history: payments, the credit for adding payment details, and other credit. */
export const historyKinds = ['payment', 'reward', 'credit'] as const

/** Why auto-recharge was turned off without a person. */
export const rechargeStops = ['declined', 'method-removed'] as const
export type RechargeStop = (typeof rechargeStops)[number]

export type TestOutcome =
  | 'succeeded'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'needs_action'
  | 'processing'

/** Published test numbers, which belong to nobody (https://docs.stripe.com/testing), and what payments with them come to. */
export const testCards: Readonly<Record<string, { readonly brand: string; readonly outcome: TestOutcome }>> =
  {
    '4242424242424242': { brand: 'visa', outcome: 'succeeded' },
    '5555555555554444': { brand: 'mastercard', outcome: 'succeeded' },
    '378282246310005': { brand: 'amex', outcome: 'succeeded' },
    '4000000000000002': { brand: 'visa', outcome: 'declined' },
    '4000000000009995': { brand: 'visa', outcome: 'insufficient_funds' },
    '4000000000000069': { brand: 'visa', outcome: 'expired_card' },
    '4000002500003155': { brand: 'visa', outcome: 'needs_action' },
    '4000000000000077': { brand: 'visa', outcome: 'processing' },
  }

/** Most that one payment adds, in micros. */
export const paymentMax = 999_999_000_000

/** Whether the last digit of a card number fits the others (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
