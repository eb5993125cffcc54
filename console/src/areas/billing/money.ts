import { isolate } from '../../lib/browser/isolate'
import { useLanguage } from '../../lib/i18n'
import { languages } from '../../lib/languages'

/** A 64-bit integer in JSON: a number, or text beyond 2^53. */
export type Integer = number | string

const MICROS = 1_000_000n

/** Micros as a decimal, such as -0.000250. Exact, unlike a division of numbers. */
export function decimalOf(micros: Integer): `${number}` {
  const value = BigInt(micros)
  const size = value < 0n ? -value : value
  const fraction = String(size % MICROS).padStart(6, '0')
  // Digits with a point.
  return `${value < 0n ? '-' : ''}${size / MICROS}.${fraction}` as `${number}`
}

/** An entered amount in micros. Null if it is not a number with at most six decimals, or none. */
export function microsOf(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const micros = Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'))
  return micros === 0 ? null : micros
}

/** Formats money in a currency. */
export function useMoney(currency: string) {
  const { tag } = languages[useLanguage()]
  return moneyFormat(tag, currency)
}

/** Formats money with the decimals of its currency, in lists with several. */
export function useLooseMoney() {
  const { tag } = languages[useLanguage()]
  return (currency: string, micros: Integer) => moneyFormat(tag, currency).short(micros)
}

function moneyFormat(tag: string, currency: string) {
  const format = (micros: Integer, digits: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...digits,
    })
      .formatToParts(decimalOf(micros))
      // In Arabic, US$ would be shown as $US.
      .map(({ type, value }) => (type === 'currency' && /\p{L}/u.test(value) ? isolate(value) : value))
      .join('')
  return {
    /** With the decimals of the currency. */
    short: (micros: Integer) => format(micros, {}),
    /** With all its decimals, at most six. */
    exact: (micros: Integer) => format(micros, { maximumFractionDigits: 6 }),
  }
}
