import type { BillingDocument } from '@kinora/contract'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'

const HALF_DAY_MS = 43_200_000

/** Names documents: by their number, or statements by their month. */
export function useDocumentName() {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return ({ kind, number, period }: Pick<BillingDocument, 'kind' | 'number' | 'period'>) => {
    const name = t(`billing:invoices.kinds.${kind}`)
    if (number !== null) return { name, number }
    if (period === null) return { name, number: '' }
    // The middle of the period is in its month in every time zone.
    const middle = (Date.parse(period.startsAt) + Date.parse(period.endsAt)) / 2 + HALF_DAY_MS
    return { name, number: month.format(new Date(middle)) }
  }
}
