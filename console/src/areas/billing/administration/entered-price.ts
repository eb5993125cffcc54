import type { MeterId } from '@kinora/contract'
import { microsOf } from '../money'
import { unitsIn } from '../use-units'

/** A price as it is typed, in shown units such as minutes. */
export interface EnteredPrice {
  readonly meter: MeterId
  readonly included: string
  readonly tiers: readonly { readonly upTo: string; readonly each: string }[]
  /** A date such as 2026-12-01. Empty for now. */
  readonly from: string
}

/** The body of a new price. Null if something is not a number, or a tier does not end after the one before. */
export function priceOf({ meter, included, tiers, from }: EnteredPrice) {
  const per = unitsIn(meter)
  const includedUnits = included.trim() === '' ? 0 : wholeOf(included)
  const entered = tiers.map(({ upTo, each }, n) => ({
    upTo: n === tiers.length - 1 ? null : wholeOf(upTo),
    micros: /^0+(?:\.0+)?$/.test(each.trim()) ? 0 : microsOf(each),
  }))
  const ends = entered.slice(0, -1).map(({ upTo }) => upTo)
  const isRight =
    includedUnits !== null &&
    ends.every((end, n) => end !== null && end > (ends[n - 1] ?? 0)) &&
    /^(?:|\d{4}-\d\d-\d\d)$/.test(from)
  if (!isRight) return null
  const stored: { upTo: number | null; micros: number }[] = []
  for (const { upTo, micros } of entered) {
    if (micros === null) return null
    stored.push({ upTo: upTo === null ? null : upTo * per, micros })
  }
  return {
    meter,
    mode: 'graduated' as const,
    per,
    included: includedUnits * per,
    tiers: stored,
    ...(from !== '' && { validFrom: `${from}T00:00:00Z` }),
  }
}

function wholeOf(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
}
