import type { VideoFigures, VideoMetric, VideoSort } from '@kinora/contract'
import { videoMetrics, videoSorts } from '@kinora/contract/analytics/values'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { useQuery } from '@tanstack/react-query'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Paged } from '../../../ui/paged'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { useFigureText } from '../figure-text'
import { useCounted } from '../use-counted'
import { videosQuery } from '../videos/queries'
import { useChangeView, useView } from '../view'
import { MOST_COMPARED, useChosen } from './chosen'

type Video = VideoFigures['items'][number]

const PAGE_SIZE = 24
const looks = {
  views: { width: '100px' },
  viewers: { width: '124px', from: 'md' },
  'average-watch-time': { width: '160px', from: 'md' },
  'startup-time': { width: '116px', from: 'lg' },
  'rebuffer-percentage': { width: '108px', from: 'lg' },
  'experience-score': { width: '140px', from: 'sm' },
} as const satisfies Record<VideoMetric, Pick<Column<Video>, 'width' | 'from'>>

/** The table of viewed videos with their metrics. A row opens the analytics of its video; several can be compared. */
export function VideoTable() {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const { environment } = useWorkspace()
  const counted = useCounted()
  const { sort: wanted, page, range, filters } = useView()
  const change = useChangeView()
  const [chosen, choose] = useChosen()
  const sort = videoSorts.find((one) => one === wanted) ?? '-views'
  const videos = useQuery(videosQuery(counted, { sort, pageNum: page, pageSize: PAGE_SIZE }))
  const isFiltered = Object.keys(filters).length > 0
  const shownRange = typeof range.preset === 'string' ? { range: range.preset } : {}
  const nameOf = ({ name }: Video) => name ?? t('analytics:deleted')
  const columns: readonly Column<Video, VideoSort>[] = [
    {
      id: 'title',
      head: t('analytics:dimension.contentId'),
      cell: (video) =>
        video.name === null ? (
          <span className="text-ink-3">{t('analytics:deleted')}</span>
        ) : (
          <TextLink
            to="/$environmentId/videos/$contentId/analytics"
            params={{ environmentId: environment.id, contentId: video.contentId }}
            search={shownRange}
            className="flex min-w-0"
          >
            <bdi className="truncate">{video.name}</bdi>
          </TextLink>
        ),
    },
    ...videoMetrics.map((metric, n) => ({
      id: metric,
      head: t(`analytics:metrics.${metric}`),
      number: true,
      ...looks[metric],
      sorts: sortsOf(metric),
      cell: ({ figures }: Video) => {
        const value = figures[n]?.value ?? null
        return value === null ? none : figure.full(metric, value)
      },
    })),
    {
      id: 'completion',
      head: t('analytics:completion'),
      width: '104px',
      number: true,
      cell: ({ completion }) => (completion === null ? none : format.exactPercent(completion)),
    },
  ]
  return (
    <Paged
      list={videos}
      page={page}
      onPage={(page) => change({ page })}
      pageSize={PAGE_SIZE}
      failed={t('analytics:failed')}
      empty={
        <div className="pt-8">
          <State
            icon={<ChartLine size={20} />}
            title={t(isFiltered ? 'analytics:noneFiltered' : 'analytics:none')}
            actions={
              isFiltered && (
                <Button onPress={() => change({ filters: {} })}>{t('analytics:clearFilters')}</Button>
              )
            }
          >
            {t(isFiltered ? 'analytics:noneFilteredText' : 'analytics:noneText')}
          </State>
        </div>
      }
    >
      <section aria-label={t('analytics:tabs.videos')} className="pt-4">
        <div className="flex min-h-9 flex-wrap items-center gap-3 pb-2">
          <p className="me-auto text-13 text-ink-2">
            {chosen.length === 0
              ? t('analytics:chooseVideos', { most: format.number(MOST_COMPARED) })
              : t('analytics:chosenVideos', { count: chosen.length, most: format.number(MOST_COMPARED) })}
          </p>
          {chosen.length > 0 && (
            <>
              <Button variant="quiet" onPress={() => choose([])}>
                {t('analytics:clearChoice')}
              </Button>
              <Button variant="primary" onPress={() => change({ page, open: 'compare' })}>
                {t('analytics:compareChosen')}
              </Button>
            </>
          )}
        </div>
        <Table
          label={t('analytics:tabs.videos')}
          columns={columns}
          rows={videos.data?.items}
          rowKey={({ contentId }) => contentId}
          rowName={nameOf}
          sorting={{ value: sort, onChange: (sort) => change({ sort }) }}
          selection={{ selected: new Set(chosen), onChange: choose }}
          busy={videos.isPlaceholderData}
        />
      </section>
    </Paged>
  )
}

/** The first click sorts in descending order, except for the score, where the lowest needs attention. */
function sortsOf(metric: VideoMetric): [VideoSort, VideoSort] {
  return metric === 'experience-score' ? [metric, `-${metric}`] : [`-${metric}`, metric]
}
