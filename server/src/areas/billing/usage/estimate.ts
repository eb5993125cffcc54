import { type AnswerOf, type billingCalls, meterIds } from '@kinora/contract'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { amountBetween } from '../pricing/stored-price.ts'
import { openBook } from './period-usage.ts'

/** The cost of more usage now: the price of the total of the period with it, less that without it, as it will be charged. */
export async function estimateCost(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
  usage: string,
): Promise<AnswerOf<(typeof billingCalls)['estimateCost']>> {
  const { wallet, prices, totals } = await openBook(billing, billing.db, organizationId, undefined)
  const given = new Map(usage.split(',').map((each) => each.split(':') as [string, string]))
  const amount = meterIds.reduce((sum, meter) => {
    const { units = 0n } = totals.get(meter) ?? {}
    return sum + amountBetween(prices[meter], units, units + BigInt(given.get(meter) ?? 0))
  }, 0n)
  return { amount: integerOf(amount), currency: wallet.currency }
}
