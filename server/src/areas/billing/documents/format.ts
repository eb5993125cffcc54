import type { Language, MeterId, MeterUnit } from '@kinora/contract'
import { meters } from '@kinora/contract'
import { numberFormat } from '@kinora/contract/number-format'
import { decimalsOf } from '../pricing/currency.ts'
import { meterNames } from './meter-names.gen.ts'
import { documentTexts, fill } from './texts.ts'

/** Intl locales of the languages of documents: those of the console. */
const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  hi: 'hi-IN',
  ar: 'ar-AE-u-nu-latn',
  te: 'te-IN',
}

/** Units of a meter in one shown unit, as in the console. */
const shownUnits: Readonly<Record<MeterUnit, number>> = {
  ms: 60_000,
  'ms-hours': 60_000 * 730,
  'byte-hours': 1e9 * 730,
  bytes: 1e9,
  count: 1,
}

const MICROS = 1_000_000n

/** Micros as a decimal, such as -0.000250. */
function decimalOf(micros: bigint): string {
  const size = micros < 0n ? -micros : micros
  return `${micros < 0n ? '-' : ''}${size / MICROS}.${String(size % MICROS).padStart(6, '0')}`
}

/** Formats what a document shows, in its language and its currency. */
export function documentFormat(language: Language, currency: string, timezone: string) {
  const tag = locales[language]
  const texts = documentTexts[language]
  const digits = decimalsOf(currency)
  const moneyWith = (maximumFractionDigits: number) =>
    new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits,
    })
  const [whole, exact] = [moneyWith(digits), moneyWith(Math.max(digits, 6))]
  const date = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: timezone,
  })
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: timezone })
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 })
  const numbers = numberFormat(tag)
  const countries = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' })
  return {
    texts,
    meter: (id: MeterId) => meterNames[id][language],
    /** With the decimals of the currency. */
    money: (micros: bigint) => whole.format(decimalOf(micros) as `${number}`),
    /** With all decimals of usage, at most six. */
    exactMoney: (micros: bigint) => exact.format(decimalOf(micros) as `${number}`),
    date: (time: Date) => date.format(time),
    month: (time: Date) => month.format(time),
    percent: (ratePpm: number) => percent.format(ratePpm / 1_000_000),
    period: (startsAt: Date, endsAt: Date) => date.formatRange(startsAt, new Date(endsAt.getTime() - 1)),
    country: (code: string) => (code === '' ? '' : (countries.of(code) ?? code)),
    quantity(meter: MeterId, units: bigint) {
      const unit: MeterUnit = meters[meter]
      const shown = Number(units) / shownUnits[unit]
      const rounded = Math.abs(shown) < 100 ? Math.round(shown * 100) / 100 : Math.round(shown)
      return fill(texts.units[unit], { number: numbers.number(rounded) })
    },
  }
}

export type DocumentFormat = ReturnType<typeof documentFormat>
