/** What an ad server pays for. */
const pricingModels = ['CPM', 'CPC', 'CPE', 'CPV'] as const
type PricingModel = (typeof pricingModels)[number]

/** The price of an ad (VAST 3 to 4.3, `Pricing`). */
export interface Pricing {
  readonly model: PricingModel
  /** Millionths of the currency: for a thousand impressions with CPM, otherwise for one event. */
  readonly micros: number
  /** ISO 4217. */
  readonly currency: string
}

/** What events of an ad earn, in billionths of the currency. */
export interface Earnings {
  readonly currency: string
  readonly impressionNanos: number
  readonly completeNanos: number
  readonly clickNanos: number
}

/** Higher prices are mistakes. */
const MAX_UNITS = 10_000
const MICROS = 1_000_000

/** Null if it is not a price. */
export function readPricing(text: string, model = '', currency = ''): Pricing | null {
  const known = pricingModels.find((one) => one === model.trim().toUpperCase())
  const code = currency.trim().toUpperCase()
  const [, units, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,20}))?$/.exec(text.trim()) ?? []
  if (known === undefined || units === undefined || !/^[A-Z]{3}$/.test(code)) return null
  if (Number(units) > MAX_UNITS) return null
  const micros = Number(units) * MICROS + Number(decimals.slice(0, 6).padEnd(6, '0'))
  return { model: known, micros, currency: code }
}

/** A view is an ad that was played to its end. What an engagement is, an ad does not say, so CPE earns nothing. */
export function earningsOf(pricing: Pricing | null): Earnings | null {
  if (pricing === null) return null
  const { model, micros, currency } = pricing
  return {
    currency,
    // A thousandth of millionths.
    impressionNanos: model === 'CPM' ? micros : 0,
    completeNanos: model === 'CPV' ? micros * 1000 : 0,
    clickNanos: model === 'CPC' ? micros * 1000 : 0,
  }
}

/** Of ads without a price. */
export function channelPricing({
  cpm,
  currency,
}: {
  readonly cpm: number | null
  readonly currency: string
}): Pricing | null {
  return cpm === null ? null : { model: 'CPM', micros: cpm, currency }
}
