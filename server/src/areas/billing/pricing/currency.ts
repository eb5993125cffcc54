import { ascending } from '../integers.ts'

/** Decimals of currencies that have not two (ISO 4217, list one). `Intl` differs for some, and rounds what is shown in cash. */
const decimals: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

/** Digits after the point that amounts of a currency have. */
export function decimalsOf(currency: string): number {
  return decimals[currency] ?? 2
}

/** Micros in one minor unit of a currency, such as 10,000 for a cent. */
export function minorUnits(currency: string): bigint {
  return unitOf(decimalsOf(currency))
}

/** Decimals in which Stripe differs from ISO 4217 (https://docs.stripe.com/currencies#special-cases): amounts of ISK and UGX have
 * two decimals that are zero, and MGA has none. */
const stripeDecimals: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** Micros in one unit of Stripe's amounts. */
export function stripeUnits(currency: string): bigint {
  return unitOf(stripeDecimals[currency] ?? decimalsOf(currency))
}

/** Micros in the smallest amount that Stripe charges: the last of three decimals is zero. */
export function stripeStep(currency: string): bigint {
  const [, larger] = ascending(minorUnits(currency), stripeUnits(currency))
  return larger === 1000n ? 10_000n : larger
}

function unitOf(places: number): bigint {
  return 10n ** BigInt(6 - places)
}
