import type { MeterId, MeterPrice, MeterUnit } from '@kinora/contract'
import { meters } from '@kinora/contract/vocabularies'
import { useFormat } from '../../lib/format'
import { useText } from '../../lib/i18n'
import { type Integer, useMoney } from './money'

/** Units of a meter in one shown unit: a minute, a minute that is stored for a month of 730 hours, and so on. */
const shownUnits: Readonly<Record<MeterUnit, number>> = {
  ms: 60_000,
  'ms-hours': 60_000 * 730,
  'byte-hours': 1e9 * 730,
  bytes: 1e9,
  count: 1,
}

/** Units of a meter in its shown unit. */
export const unitsIn = (meter: MeterId): number => shownUnits[meters[meter]]

/** Texts of quantities and prices. */
export function useUnits(currency: string) {
  const t = useText()
  const format = useFormat()
  const money = useMoney(currency)
  const unitOf = (meter: MeterId): MeterUnit => meters[meter]

  function quantity(meter: MeterId, units: Integer): string {
    const unit = unitOf(meter)
    const shown = Number(units) / shownUnits[unit]
    const number = format.number(Math.abs(shown) < 100 ? Math.round(shown * 100) / 100 : Math.round(shown))
    return t(`billing:units.${unit}.amount`, { number })
  }

  /** The price of a shown unit. Exact, because prices are for a number of units that divides it in practice. */
  function unitPrice(meter: MeterId, per: Integer, micros: Integer): string {
    const each = (BigInt(micros) * BigInt(shownUnits[unitOf(meter)])) / BigInt(per)
    return money.exact(String(each))
  }

  function price(given: MeterPrice | null): string {
    const [first] = given?.tiers ?? []
    if (!given || first === undefined) return t('billing:price.free')
    const values = {
      money: unitPrice(given.meter, given.per, first.micros),
      unit: t(`billing:units.${unitOf(given.meter)}.one`),
    }
    return t(given.tiers.length === 1 ? 'billing:price.each' : 'billing:price.from', values)
  }

  const unitName = (meter: MeterId) => t(`billing:units.${unitOf(meter)}.one`)

  return { quantity, unitPrice, price, unitName, money }
}
