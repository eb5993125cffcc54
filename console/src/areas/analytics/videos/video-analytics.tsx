import type { Content } from '@kinora/contract'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { StageWithLane } from '../../library'
import { useFigureText } from '../figure-text'
import { type Counted, totalsQuery } from '../queries'
import { TabFrame, useTabSearch } from '../tab-frame'
import { cohortChoices, RetentionCurves } from './cohorts'
import { HeatMap } from './heat-map'
import { Moments } from './moments'
import { retentionQuery } from './queries'

const metrics = ['views', 'viewers', 'watch-time', 'average-watch-time', 'experience-score'] as const

/** The analytics tab of a video: metrics, heat map, retention, drop-offs and replays. */
export function VideoAnalytics({ content }: { readonly content: Content }) {
  const t = useText()
  const [{ split }, set] = useTabSearch()
  return (
    <TabFrame
      objectId={content.id}
      feature="Video Analytics"
      moreIn="overview"
      actions={(range) => (
        <LinkButton
          to="/$environmentId/Adv_analytics"
          params={{ environmentId: content.environmentId }}
          search={{ tab: 'videos', ...range, videos: content.id, open: 'compare' }}
        >
          {t('analytics:compareThis')}
        </LinkButton>
      )}
    >
      {(counted) => (
        <Watched counted={counted} content={content} split={split} onSplit={(split) => set({ split })} />
      )}
    </TabFrame>
  )
}

interface WatchedProps {
  readonly counted: Counted
  readonly content: Content
  readonly split: string | undefined
  readonly onSplit: (split: string | undefined) => void
}

function Watched({ counted, content, split, onSplit }: WatchedProps) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const totals = useQuery(totalsQuery(counted, metrics, false))
  const retention = useQuery(retentionQuery(counted, content.id))
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
  const { completion } = retention.data
  const figures = [
    ...totals.data.items.map(({ metric, total }) => ({
      name: t(`analytics:metrics.${metric}`),
      text: total === null ? none : figure.full(metric, total),
      about: t(`analytics:definitions.${metric}`),
    })),
    {
      name: t('analytics:completion'),
      text: completion === null ? none : format.exactPercent(completion),
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
      {retention.data.views > 0 && (
        <div className="pt-2">
          <Suspense fallback={<Skeleton className="mt-4 h-120 w-full" />}>
            <StageWithLane
              content={content}
              startAt={undefined}
              lane={(parts) => <HeatMap retention={retention.data} {...parts} />}
              beside={(playFrom) => <Moments retention={retention.data} onPlay={playFrom} />}
            />
          </Suspense>
        </div>
      )}
      <RetentionCurves
        counted={counted}
        contentId={content.id}
        whole={retention.data}
        split={cohortChoices.find((one) => one === split)}
        onSplit={onSplit}
      />
    </>
  )
}
