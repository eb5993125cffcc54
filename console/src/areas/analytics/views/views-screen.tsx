import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { BarChart } from '../../../ui/bar-chart'
import { ListFault } from '../../../ui/list-fault'
import { Page } from '../../../ui/page'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRoleName, useWorkspace } from '../../identity'
import { viewsQuery } from '../queries'
import { presets } from '../ranges'

const route = getRouteApi('/$environmentId/analytics')

/** How often videos and live streams were watched. */
export function ViewsScreen() {
  const t = useText()
  const { environment, can } = useWorkspace()
  const roleName = useRoleName()
  const { range } = route.useSearch()
  const navigate = route.useNavigate()
  const isAllowed = can(['Analytics', 'Views', 'read'])
  return (
    <Page
      title={t('analytics:title')}
      {...(isAllowed && {
        actions: (
          <Select
            hideLabel
            label={t('analytics:range')}
            options={presets.map((id) => ({ id, label: t(`analytics:ranges.${id}`) }))}
            value={range}
            onChange={(next) => void navigate({ search: { range: next } })}
          />
        ),
      })}
    >
      {isAllowed ? (
        <Views />
      ) : (
        <div className="pt-10">
          <NoAccess what={t('analytics:title')} role={roleName(environment.role)} />
        </div>
      )}
    </Page>
  )
}

function Views() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { range } = route.useSearch()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const views = useQuery(viewsQuery(environment.id, range, timeZone))
  const { data } = views
  if (views.isError && !data)
    return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={views} />
  if (!data) {
    return (
      <div aria-busy className="pt-6">
        <Skeleton className="h-14 w-40" />
        <Skeleton className="mt-6 h-24 w-full" />
      </div>
    )
  }
  return (
    <>
      <dl className="pt-5 pb-6">
        <dt className="text-13 text-ink-2">{t('analytics:views')}</dt>
        <dd className="tabular text-22 font-head">{format.number(data.total)}</dd>
        <dd className="max-w-prose pt-1 text-12 text-ink-3">{t('analytics:definition')}</dd>
      </dl>
      {data.total === 0 ? (
        <State icon={<ChartLine size={20} />} title={t('analytics:none')}>
          {t('analytics:noneText')}
        </State>
      ) : (
        <BarChart
          label={t('analytics:overTime')}
          sentence={t('analytics:overTime')}
          steps={data.series.map(({ at, value }) => ({ at, total: value, failed: 0 }))}
          stepSeconds={data.stepSeconds}
          textOf={({ total }) => [t('analytics:count', { count: total })]}
          heads={{ total: t('analytics:views') }}
        />
      )}
    </>
  )
}
