import type { Content } from '@kinora/contract'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { LinkButton } from '../../../ui/link-button'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRoleName, useWorkspace } from '../../identity'
import { TimeChart } from '../charts/time-chart'
import { useFigureText } from '../figure-text'
import { filtersText } from '../filters'
import { type Counted, retentionQuery, totalsQuery } from '../queries'
import { presets, usualPreset } from '../ranges'

const route = getRouteApi('/$environmentId/videos_/$contentId_/analytics')
const metrics = ['views', 'viewers', 'watch-time', 'average-watch-time', 'experience-score'] as const
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()

/** How a video is watched: its figures, and how far its viewers stay. */
export function VideoAnalytics({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const roleName = useRoleName()
  const { tag: locale } = languages[useLanguage()]
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const preset = presets.find((one) => one === search.range) ?? usualPreset
  const filters = { contentId: [content.id] }
  const counted = { environmentId: environment.id, range: { preset, zone }, filters, locale }
  if (!can(['Analytics', 'Views', 'read'])) {
    return (
      <div className="pt-8">
        <NoAccess what={t('analytics:title')} role={roleName(environment.role)} />
      </div>
    )
  }
  return (
    <div className="@container pt-5">
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Select
          hideLabel
          label={t('analytics:range')}
          options={presets.map((id) => ({ id, label: t(`analytics:ranges.${id}`) }))}
          value={preset}
          onChange={(range) => void navigate({ search: { range }, replace: true })}
        />
        <LinkButton
          to="/$environmentId/analytics"
          params={{ environmentId: environment.id }}
          search={{ range: preset, filters: filtersText(filters) }}
        >
          {t('analytics:openInAnalytics')}
        </LinkButton>
      </div>
      <Watched counted={counted} contentId={content.id} />
    </div>
  )
}

function Watched({ counted, contentId }: { readonly counted: Counted; readonly contentId: string }) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const totals = useQuery(totalsQuery(counted, metrics, false))
  const retention = useQuery(retentionQuery(counted, contentId))
  const failed = [totals, retention].find((query) => query.isError && !query.data)
  if (failed) return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={failed} />
  if (!totals.data || !retention.data) {
    return (
      <div aria-busy className="pt-5">
        <Skeleton className="h-20 w-full" />
        <Skeleton className="mt-8 h-60 w-full" />
      </div>
    )
  }
  if (!totals.data.items[0]?.total) {
    return (
      <div className="pt-6">
        <State icon={<ChartLine size={20} />} title={t('analytics:none')}>
          {t('analytics:noneText')}
        </State>
      </div>
    )
  }
  const { views, completion, points } = retention.data
  const share = (count: number) => (views === 0 ? null : count / views)
  const percent = (value: number) => format.exactPercent(value)
  const figures = [
    ...totals.data.items.map(({ metric, total }) => ({
      name: t(`analytics:metrics.${metric}`),
      text: total === null ? none : figure.full(metric, total),
      about: t(`analytics:definitions.${metric}`),
    })),
    {
      name: t('analytics:completion'),
      text: completion === null ? none : percent(completion),
      about: t('analytics:completionMeans'),
    },
  ]
  return (
    <>
      <dl className="mt-4 grid grid-cols-6 overflow-hidden border-y border-rule @max-[900px]:grid-cols-3 @max-[480px]:grid-cols-2">
        {figures.map(({ name, text, about }) => (
          <div key={name} title={about} className="-ms-px -mb-px border-s border-b border-rule px-4 py-3">
            <dt className="text-13 text-ink-2">{name}</dt>
            <dd className="tabular text-22 font-head">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <section aria-label={t('analytics:retention')} className="pt-6">
        <h2 className="pb-5 text-16 font-head">{t('analytics:retention')}</h2>
        <TimeChart
          label={t('analytics:retention')}
          sentence={t('analytics:retentionMeans')}
          steps={points.map(({ at }) => format.duration(at))}
          lines={[
            {
              key: 'views',
              name: t('analytics:playedOnce'),
              values: points.map((point) => share(point.views)),
            },
            {
              key: 'plays',
              name: t('analytics:playedAgain'),
              values: points.map((point) => share(point.plays)),
            },
          ]}
          isWhole={false}
          valueText={percent}
          tickText={percent}
        />
        <p className="max-w-prose pt-1 text-12 text-ink-3">{t('analytics:retentionMeans')}</p>
      </section>
    </>
  )
}
