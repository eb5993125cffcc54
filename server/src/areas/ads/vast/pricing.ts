/** Supported pricing models (VAST 4.3, `Pricing`). */
const pricingModels = ['CPM', 'CPC', 'CPE', 'CPV'] as const
type PricingModel = (typeof pricingModels)[number]

/** The price of an ad (VAST 3 to 4.3, `Pricing`). */
export interface Pricing {
  readonly model: PricingModel
  /** Price in millionths of the currency: of a thousand impressions for CPM, of one event for other models. */
  readonly micros: number
  /** ISO 4217 code. */
  readonly currency: string
}

/** Revenue of each event of an ad, in billionths of the currency. */
export interface Earnings {
  readonly currency: string
  readonly impressionNanos: number
  readonly completeNanos: number
  readonly clickNanos: number
}

/** Prices above this are refused as mistakes. */
const MAX_UNITS = 10_000
const MICROS = 1_000_000

/** Null if the price, model or currency is invalid. */
export function readPricing(text: string, model = '', currency = ''): Pricing | null {
  const known = pricingModels.find((one) => one === model.trim().toUpperCase())
  const code = currency.trim().toUpperCase()
  const [, units, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,20}))?$/.exec(text.trim()) ?? []
  if (known === undefined || units === undefined || !/^[A-Z]{3}$/.test(code)) return null
  if (Number(units) > MAX_UNITS) return null
  const micros = Number(units) * MICROS + Number(decimals.slice(0, 6).padEnd(6, '0'))
  return { model: known, micros, currency: code }
}

/** A view (CPV) is a complete ad. CPE earns nothing, because VAST does not define an engagement. */
export function earningsOf(pricing: Pricing | null): Earnings | null {
  if (pricing === null) return null
  const { model, micros, currency } = pricing
  return {
    currency,
    // A price per thousand in millionths is a price per impression in billionths.
    impressionNanos: model === 'CPM' ? micros : 0,
    completeNanos: model === 'CPV' ? micros * 1000 : 0,
    clickNanos: model === 'CPC' ? micros * 1000 : 0,
  }
}

/** Price for ads that have none themselves. */
export function channelPricing({
  cpm,
  currency,
}: {
  readonly cpm: number | null
  readonly currency: string
}): Pricing | null {
  return cpm === null ? null : { model: 'CPM', micros: cpm, currency }
}
