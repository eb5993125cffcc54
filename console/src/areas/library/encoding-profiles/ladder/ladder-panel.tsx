import { useContext, useState } from 'react'
import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { SectionLevel } from '../../../../ui/section'
import { Segmented } from '../../../../ui/segmented'
import { Skeleton } from '../../../../ui/skeleton'
import { Cost } from '../../cost'
import { encodedPerHour } from './ladder'
import { LadderPlot } from './ladder-plot'
import { LadderTable } from './ladder-table'
import type { Ladder } from './use-ladder'

const views = ['plot', 'table'] as const

/** The ladder as a plot or table, with the size of all renditions. */
export function LadderPanel({ ladder }: { readonly ladder: Ladder | undefined }) {
  const t = useText()
  const format = useFormat()
  const [view, setView] = useState<(typeof views)[number]>('plot')
  const Heading = useContext(SectionLevel) === 2 ? 'h2' : 'h3'
  if (ladder === undefined) return <LadderSkeleton />
  const { series, sizes, hasHighFrameRate } = ladder
  const rungs = series[0]?.points ?? []
  const [lowest, highest] = [rungs[0], rungs.at(-1)]
  return (
    <div>
      <p className="tabular text-22 font-head">{format.bytes(sizes.total)}</p>
      <p className="text-13 text-ink-2">{t('library:profiles.ladder.total')}</p>
      <p className="pt-1 text-12 text-pretty text-ink-3">
        {t('library:profiles.ladder.about')}
        {hasHighFrameRate && ` ${t('library:profiles.ladder.aboveThirty')}`}
      </p>
      <Cost per="video-hour" usage={encodedPerHour(series)} />
      {lowest && highest && (
        <div className="pt-4">
          <div className="flex items-center justify-between gap-3 pb-3">
            <Heading className="text-13 font-head">{t('library:profiles.ladder.title')}</Heading>
            <Segmented
              label={t('library:profiles.ladder.view')}
              value={view}
              onChange={setView}
              options={views.map((id) => ({ id, content: t(`library:profiles.ladder.${id}`) }))}
            />
          </div>
          {view === 'table' ? <LadderTable series={series} /> : <LadderPlot series={series} />}
        </div>
      )}
    </div>
  )
}

function LadderSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-7 w-28" />
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-60 w-full" />
    </div>
  )
}
