import { videoMetrics } from '@kinora/contract/analytics/values'
import { ArrowLeft } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { VideoSelect } from '../../library'
import { TimeChart } from '../charts/time-chart'
import { useFigureText } from '../figure-text'
import { useCounted } from '../use-counted'
import { retentionQuery, videosQuery } from '../videos/queries'
import { useChangeView, useView } from '../view'
import { sharesByPercent } from './by-percent'
import { MOST_COMPARED, useChosen } from './chosen'

/** A scrollable element is focusable, so that keys can scroll it (WCAG 2.1.1). */
const scrollPart = { role: 'group', tabIndex: 0 } as const

const noCurve = sharesByPercent({ views: 0, points: [] })

/** The selected videos side by side: retention curves and metrics. */
export function Comparison() {
  const t = useText()
  const { can } = useWorkspace()
  const { page } = useView()
  const change = useChangeView()
  const [ids, choose] = useChosen()
  return (
    <section aria-label={t('analytics:comparison')} className="pt-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-5">
        <Button
          variant="quiet"
          icon={<ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" />}
          onPress={() => change({ page, open: '' })}
        >
          {t('analytics:allVideos')}
        </Button>
        {can(['Videos', 'Video', 'read']) && ids.length < MOST_COMPARED && (
          <div className="ms-auto w-72 max-sm:w-full">
            <Suspense fallback={<Skeleton className="h-14 w-full" />}>
              <VideoSelect
                // Resets the field for the next video.
                key={ids.length}
                label={t('analytics:addVideo')}
                value=""
                onChange={(id) => choose([...ids, id])}
              />
            </Suspense>
          </div>
        )}
      </div>
      {ids.length === 0 ? (
        <State icon={<ChartLine size={20} />} title={t('analytics:noneChosen')}>
          {t('analytics:noneChosenText')}
        </State>
      ) : (
        <Compared ids={ids} onRemove={(id) => choose(ids.filter((one) => one !== id))} />
      )}
    </section>
  )
}

interface ComparedProps {
  readonly ids: readonly string[]
  readonly onRemove: (id: string) => void
}

function Compared({ ids, onRemove }: ComparedProps) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const { environment } = useWorkspace()
  const { preset } = useView().range
  const counted = useCounted()
  const curves = useQueries({ queries: ids.map((id) => retentionQuery(counted, id)) })
  const figures = useQuery(
    videosQuery(
      { ...counted, filters: { ...counted.filters, contentId: ids } },
      { sort: '-views', pageNum: 1, pageSize: MOST_COMPARED },
    ),
  )
  const failed = [figures, ...curves].find(({ isError, error, data }) => isError && !data && !isGone(error))
  if (failed) return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={failed} />
  if (!figures.data || curves.some(({ isPending }) => isPending)) {
    return (
      <div aria-busy>
        <Skeleton className="h-60 w-full" />
        <Skeleton className="mt-8 h-60 w-full" />
      </div>
    )
  }
  const items = new Map(figures.data.items.map((item) => [item.contentId, item]))
  const videos = ids.map((id, n) => {
    const curve = curves[n]?.data
    return { id, curve, name: curve?.name ?? t('analytics:deleted'), item: items.get(id) }
  })
  const percent = (value: number) => format.exactPercent(value)
  const rows = [
    ...videoMetrics.map((metric, n) => ({
      key: metric,
      name: t(`analytics:metrics.${metric}`),
      about: t(`analytics:definitions.${metric}`),
      texts: videos.map(({ item }) => {
        const value = item?.figures[n]?.value ?? null
        return value === null ? none : figure.full(metric, value)
      }),
    })),
    {
      key: 'completion',
      name: t('analytics:completion'),
      about: t('analytics:completionMeans'),
      texts: videos.map(({ curve }) => textOf(curve?.completion, percent)),
    },
    {
      key: 'length',
      name: t('analytics:length'),
      about: '',
      texts: videos.map(({ curve }) => textOf(curve?.duration, format.duration)),
    },
  ]
  return (
    <>
      <h2 className="pb-4 text-16 font-head">{t('analytics:retention')}</h2>
      <TimeChart
        label={t('analytics:retention')}
        sentence={t('analytics:byPercentMeans')}
        steps={percentsOf(format.percent)}
        lines={videos.map(({ id, name, curve }) => ({
          key: id,
          name,
          values: curve ? sharesByPercent(curve) : noCurve,
        }))}
        isWhole={false}
        valueText={percent}
        tickText={percent}
      />
      <p className="max-w-prose pt-1 text-12 text-ink-3">{t('analytics:byPercentMeans')}</p>
      <div {...scrollPart} className="mt-8 overflow-x-auto">
        <table aria-label={t('analytics:comparison')} className="w-full min-w-120 table-fixed text-13">
          <thead>
            <tr className="*:border-b *:border-rule-2 *:py-2 *:align-bottom">
              <td className="w-40" />
              {videos.map(({ id, name, curve }, n) => (
                <th key={id} scope="col" className="ps-4 text-right font-body">
                  <span className="flex items-center justify-end gap-1">
                    <span
                      aria-hidden
                      className="w-4 shrink-0 border-t-2"
                      style={{ borderColor: `var(--c${n + 1})` }}
                    />
                    {curve ? (
                      <TextLink
                        to="/$environmentId/videos/$contentId/analytics"
                        params={{ environmentId: environment.id, contentId: id }}
                        search={typeof preset === 'string' ? { range: preset } : {}}
                        className="flex min-w-0"
                      >
                        <bdi className="truncate">{name}</bdi>
                      </TextLink>
                    ) : (
                      <span className="text-ink-3">{name}</span>
                    )}
                    <IconButton
                      size="small"
                      label={t('analytics:leaveOut', { name })}
                      onPress={() => onRemove(id)}
                    >
                      <X size={14} />
                    </IconButton>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, about, texts }) => (
              <tr key={key} className="*:border-b *:border-rule *:py-2">
                <th scope="row" title={about} className="text-start font-body text-ink-2">
                  {name}
                </th>
                {texts.map((text, n) => (
                  <td key={ids[n]} className="tabular ps-4 pe-9 text-right">
                    <bdi>{text}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Names of the steps of the curves. Half a percent is added, because percents are rounded down and can be a bit too low. */
function percentsOf(text: (share: number) => string): string[] {
  return noCurve.map((_, percent) => text((percent + 0.5) / 100))
}

const textOf = (value: number | null | undefined, text: (value: number) => string) =>
  value === null || value === undefined ? none : text(value)

/** Whether the video was deleted or is hidden from the role. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && error.id === 'not-found'
}
