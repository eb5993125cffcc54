import type { BillingPlan, MeterPrice } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FigureTable } from '../../../ui/figure-table'
import { useUnits } from '../use-units'

/** The prices of a plan by meter. */
export function PriceTable({ plan }: { readonly plan: BillingPlan }) {
  const t = useText()
  const format = useFormat()
  const { quantity, price } = useUnits(plan.currency)
  return (
    <FigureTable
      label={plan.name}
      className=""
      heads={[
        { key: 'meter', name: t('billing:plan.meter') },
        { key: 'included', name: t('billing:plan.included') },
        { key: 'price', name: t('billing:plan.price') },
      ]}
      rows={plan.prices.map((each) => ({
        key: each.meter,
        cells: [
          t(`meters.${each.meter}`),
          BigInt(each.included) > 0n ? quantity(each.meter, each.included) : '–',
          <span key="price" className="block">
            <Tiers price={each} currency={plan.currency} />
            {plan.upcoming
              .filter(({ meter }) => meter === each.meter)
              .map((later) => (
                <span key={later.validFrom} className="block text-ink-3">
                  {t('billing:plan.later', { date: format.date(later.validFrom), price: price(later) })}
                </span>
              ))}
          </span>,
        ],
      }))}
    />
  )
}

/** The price, or the price of each tier. */
function Tiers({ price: given, currency }: { readonly price: MeterPrice; readonly currency: string }) {
  const t = useText()
  const { quantity, price, unitPrice } = useUnits(currency)
  const { meter, per, tiers } = given
  if (tiers.length < 2) return price(given)
  return tiers.map(({ upTo, micros }) => (
    <span key={upTo ?? 'rest'} className="block">
      {unitPrice(meter, per, micros)}{' '}
      <span className="text-ink-3">
        {upTo === null
          ? t('billing:plan.tierRest')
          : t('billing:plan.tierTo', { amount: quantity(meter, upTo) })}
      </span>
    </span>
  ))
}
