import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { BarChart } from '../../../ui/bar-chart'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { volumeQuery } from './records'

const route = getRouteApi('/$environmentId/events-logs')

/** How many records the list has over time. Selecting a range narrows the list to it. */
export function RecordVolume({ tab }: { readonly tab: 'events' | 'logs' }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: volume, isError, isFetching, refetch } = useQuery(volumeQuery(environment.id, tab, search))
  if (isError && !volume) {
    return (
      <p className="flex items-center gap-2 pb-3 text-12 text-ink-3">
        {t('activity:records.volume.failedToLoad')}
        <Button variant="quiet" size="small" busy={isFetching} onPress={() => void refetch()}>
          {t('ui:tryNow')}
        </Button>
      </p>
    )
  }
  if (!volume) {
    return (
      <div aria-busy className="h-[119px] pb-4">
        <Skeleton className="size-full" />
      </div>
    )
  }
  const { items, stepSeconds, countedFrom } = volume
  const sum = (count: (item: (typeof items)[number]) => number) =>
    format.number(items.reduce((total, item) => total + count(item), 0))
  const what = t(`activity:records.volume.${tab}`)
  const failed = t('activity:records.volume.failed')
  const named = (name: string, count: string) => t('ui:because', { what: name, why: count })
  const hasFailed = tab === 'logs'
  return (
    <div className="pb-4">
      <BarChart
        label={t('activity:records.volume.label')}
        sentence={[
          named(
            what,
            sum(({ total }) => total),
          ),
          ...(hasFailed
            ? [
                named(
                  failed,
                  sum((item) => item.failed),
                ),
              ]
            : []),
          ...(countedFrom === null
            ? []
            : [t('activity:records.volume.countedFrom', { time: format.moment(countedFrom) })]),
        ].join(' · ')}
        steps={items}
        stepSeconds={stepSeconds}
        countedFrom={countedFrom}
        textOf={(step) => [
          named(what, format.number(step.total)),
          ...(step.failed > 0 ? [named(failed, format.number(step.failed))] : []),
        ]}
        heads={{ total: what, ...(hasFailed && { failed }) }}
        onRange={({ from, to }) =>
          void navigate({ search: (old) => ({ ...old, open: '', where: '', from, to }) })
        }
      />
    </div>
  )
}
