import type { LiveCue } from '@kinora/contract'
import { CalendarPlus } from '@phosphor-icons/react/dist/csr/CalendarPlus'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { useSlot } from '../../../lib/slots'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useRights } from '../../identity'
import { columnsLook } from '../../library'
import type { StreamPartProps } from '../slots'
import { CueRow } from './cue-row'
import { cueStateOf } from './cue-state'
import { cuesQuery } from './queries'
import { StartBreak } from './start-break'

const PlanBreak = lazy(async () => ({ default: (await import('./plan-break')).PlanBreak }))

const tickMs = 1000

/** Breaks of a live stream, with controls to start, end and schedule them. */
export function CuesTab({ stream }: StreamPartProps) {
  const t = useText()
  const Channels = useSlot('streamParts').find(({ channels }) => channels)?.channels
  const format = useFormat()
  const rights = useRights('Livestreams', 'Livestream')
  const [isPlanning, setPlanning] = useState(false)
  const [nowMs, setNowMs] = useState(() => Date.now())
  const list = useInfiniteQuery(cuesQuery(stream))
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const cues = list.data?.pages.flatMap(({ items }) => items)
  if (list.isError && !cues)
    return <ListFault title={t('live:cues.failed')} safe={t('ui:safe')} list={list} />
  const current = cues?.find((cue) => isCurrent(cue, nowMs))
  return (
    <div className={columnsLook}>
      <div className="flex min-w-0 flex-col gap-8">
        {rights.update && <StartBreak stream={stream} current={current} nowMs={nowMs} />}
        <Section title={t('live:cues.list')} about={t('live:cues.about')}>
          {cues === undefined && <Skeleton className="my-3 h-24 w-full" />}
          {cues?.length === 0 && <p className="py-3 text-ink-2">{t('live:cues.none')}</p>}
          <ol aria-label={t('live:cues.list')}>
            {cues?.map((cue) => (
              <CueRow key={cue.id} stream={stream} cue={cue} nowMs={nowMs} />
            ))}
          </ol>
          {list.hasNextPage && (
            <div className="pt-4">
              <Button busy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                {t('live:cues.more')}
              </Button>
            </div>
          )}
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {rights.update && (
          <Section
            title={t('live:cues.plan.title')}
            about={t('live:cues.plan.about', { days: format.number(30) })}
          >
            <div className="py-3">
              <Button icon={<CalendarPlus size={16} />} onPress={() => setPlanning(true)}>
                {t('live:cues.plan.open')}
              </Button>
            </div>
          </Section>
        )}
        <Suspense>{Channels && <Channels stream={stream} />}</Suspense>
      </div>
      <Suspense>{isPlanning && <PlanBreak stream={stream} onClose={() => setPlanning(false)} />}</Suspense>
    </div>
  )
}

/** Whether the break is running, or was started and is about to begin. */
function isCurrent(cue: LiveCue, nowMs: number): boolean {
  const state = cueStateOf(cue, nowMs)
  return state === 'running' || (state === 'planned' && cue.origin === 'manual')
}
