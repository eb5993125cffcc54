import type { BillingAccount } from '@kinora/contract'
import { meterIds } from '@kinora/contract/vocabularies'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { useWorkspace } from '../../identity'
import { usageQuery } from '../queries'
import { MeterRows } from './meter-rows'
import { MeterTable } from './meter-table'
import { PeriodChoice } from './period-choice'

const route = getRouteApi('/$environmentId/settings/billing')

/** The usage of a period: all meters, or one of them down to the days of a video. */
export function Usage({ account }: { readonly account: BillingAccount }) {
  const t = useText()
  const { organization } = useWorkspace()
  const { period, meter, environment, object } = route.useSearch()
  const usage = useQuery(usageQuery(organization.id, period))
  const open = meterIds.find((id) => id === meter)
  return (
    <Section title={t('billing:usage.title')}>
      <div className="flex flex-wrap items-end justify-between gap-3 py-3">
        <PeriodChoice timezone={account.timezone} />
      </div>
      {open !== undefined ? (
        <MeterRows account={account} place={{ at: period, meter: open, environment, object }} />
      ) : usage.error && !usage.data ? (
        <ListFault title={t('billing:usage.failed')} list={usage} />
      ) : (
        <MeterTable account={account} usage={usage.data} />
      )}
    </Section>
  )
}
