import type { DeliveryVolume as Volume, Webhook } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { BarChart } from '../../../ui/bar-chart'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { deliveryVolumeQuery } from './queries'

/** The deliveries of the last day as bars. */
export function DeliveryVolume({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data: volume, isError } = useQuery(deliveryVolumeQuery(environment.id, webhook.id))
  if (isError && !volume) return null
  if (!volume)
    return (
      <div aria-busy>
        <Skeleton className="h-9" />
      </div>
    )
  const { items, stepSeconds, countedFrom } = volume
  const { sent, failed } = sumsOf(volume)
  const named = (what: string, count: number) => t('ui:because', { what, why: format.number(count) })
  return (
    <BarChart
      small
      label={t('activity:webhooks.volume')}
      sentence={t('activity:webhooks.volumeSentence', {
        total: format.number(sent),
        failed: format.number(failed),
      })}
      steps={items.map(({ at, delivered, failed: bad, pending }) => ({
        at,
        total: delivered + bad + pending,
        failed: bad,
      }))}
      stepSeconds={stepSeconds}
      countedFrom={countedFrom}
      textOf={(step) => [
        named(t('activity:webhooks.deliveries'), step.total),
        ...(step.failed > 0 ? [named(t('activity:webhooks.statuses.failed'), step.failed)] : []),
      ]}
      heads={{ total: t('activity:webhooks.deliveries'), failed: t('activity:webhooks.statuses.failed') }}
    />
  )
}

/** The share of deliveries that succeeded on the last day, of how many. */
export function DeliveredShare({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data: volume } = useQuery(deliveryVolumeQuery(environment.id, webhook.id))
  if (!volume) return none
  const { sent, failed } = sumsOf(volume)
  if (sent === 0) return none
  return t('activity:webhooks.shareOf', {
    share: format.exactPercent((sent - failed) / sent),
    total: format.number(sent),
  })
}

/** How many deliveries were sent at least once, and how many of them failed. */
function sumsOf({ items }: Volume): { sent: number; failed: number } {
  const sum = (count: (item: Volume['items'][number]) => number) =>
    items.reduce((total, item) => total + count(item), 0)
  return {
    sent: sum(({ delivered, failed }) => delivered + failed),
    failed: sum((item) => item.failed),
  }
}
