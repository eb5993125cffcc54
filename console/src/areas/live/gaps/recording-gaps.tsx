import type { LiveRecordingDetail } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { StatusMark } from '../../../ui/status-mark'
import { useRights } from '../../identity'
import type { VideoPartProps } from '../../library'
import { GapList } from './gap-list'
import { GapStrip } from './gap-strip'
import { recordingQuery } from './queries'

/** Periods in which viewers saw the slate or nothing. Renders nothing without the right to see recordings. */
export function RecordingGaps({ content: { id, environmentId } }: VideoPartProps) {
  const t = useText()
  const { read } = useRights('Liverecordings', 'Recording')
  const list = useQuery({ ...recordingQuery(environmentId, id), enabled: read })
  const { data, error } = list
  const isOther = error instanceof Problem && error.id === 'not-found'
  if (!read || isOther) return null
  return (
    <Section title={t('live:gaps.title')}>
      {data ? (
        <KnownGaps recording={data} />
      ) : error ? (
        <ListFault title={t('live:gaps.failed')} safe={t('ui:safe')} list={list} />
      ) : (
        <Skeleton className="mt-3 h-10 w-full" />
      )}
    </Section>
  )
}

function KnownGaps({ recording }: { readonly recording: LiveRecordingDetail }) {
  const t = useText()
  const format = useFormat()
  const { gaps, duration, isLive } = recording
  const missingS = gaps.reduce((sum, gap) => sum + lengthOf(gap), 0)
  if (gaps.length === 0)
    return (
      <p className="pt-3 text-ink-2">
        <StatusMark tone="good">{t(isLive ? 'live:gaps.noneYet' : 'live:gaps.none')}</StatusMark>
      </p>
    )
  return (
    <>
      <p className="pt-3 text-ink-2">
        {t('live:gaps.sum', { count: gaps.length, span: format.timeSpan(missingS) })}
      </p>
      <GapStrip gaps={gaps} duration={duration ?? 0} />
      <GapList gaps={gaps} />
    </>
  )
}

/** Length of a gap in seconds. An open gap counts until now. */
function lengthOf({ from, to }: LiveRecordingDetail['gaps'][number]): number {
  return ((to === null ? Date.now() : Date.parse(to)) - Date.parse(from)) / 1000
}
