import type { LiveRecordingDetail, Livestream } from '@kinora/contract'
import { epochMsAt, type Hole, positionAt } from '@kinora/contract/live/recording-times'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useRights } from '../../identity'
import { RangeTimeline } from '../../library'
import { recordingQuery } from '../gaps/queries'
import { recordingsQuery } from '../recordings/queries'
import type { ClipFields } from './clip-form'
import { exactEpochOf, momentOf } from './epoch'
import { MomentImage } from './moment-image'

interface ClipTimelineProps {
  readonly stream: Livestream
  readonly form: UseFormReturn<ClipFields>
}

interface Positions {
  readonly start: number
  readonly end: number
}

/** Timeline of the latest recording, to select a clip. Renders nothing without the right to see recordings. */
export function ClipTimeline({ stream, form }: ClipTimelineProps) {
  const t = useText()
  const { read } = useRights('Liverecordings', 'Recording')
  const { environmentId, recordingId, id: streamId } = stream
  const latest = useQuery({
    ...recordingsQuery(environmentId, { streamId, pageSize: 1 }),
    enabled: read && recordingId === null,
  })
  const id = recordingId ?? latest.data?.items[0]?.id
  const recording = useQuery({
    ...recordingQuery(environmentId, id ?? ''),
    enabled: read && id !== undefined,
  })
  if (!read) return null
  const isLoading = latest.isLoading || recording.isLoading
  return (
    <Section title={t('live:clips.timeline')}>
      {recording.data ? (
        <RecordingTimeline recording={recording.data} form={form} />
      ) : isLoading ? (
        <Skeleton className="mt-3 h-28 w-full" />
      ) : (
        <p className="pt-3 text-ink-2">{t('live:clips.noRecording')}</p>
      )}
    </Section>
  )
}

interface RecordingTimelineProps {
  readonly recording: LiveRecordingDetail
  readonly form: UseFormReturn<ClipFields>
}

function RecordingTimeline({ recording, form }: RecordingTimelineProps) {
  const t = useText()
  const { id, environmentId, duration, startedAt, gaps } = recording
  const [typedStart, typedEnd] = form.watch(['startTime', 'endTime'])
  const holes = holesIn(gaps)
  const startedMs = Date.parse(startedAt)
  const range = positionsOf(typedStart, typedEnd, startedMs, holes, duration ?? 0)
  const setRange = ({ start, end }: Positions) => {
    form.clearErrors(['startTime', 'endTime'])
    const set = { shouldDirty: true }
    form.setValue('startTime', exactEpochOf(epochMsAt(start, startedMs, holes)), set)
    form.setValue('endTime', exactEpochOf(epochMsAt(end, startedMs, holes)), set)
  }
  const frameRate = recording.maxFrameRate
  return (
    <div className="flex flex-col gap-4 pt-3">
      <Suspense fallback={<Skeleton className="h-28 w-full" />}>
        <RangeTimeline
          content={recording}
          duration={duration ?? 0}
          frameRate={frameRate}
          range={range}
          marks={gaps.map(({ from, startS, endS, isRecorded }) => ({
            id: from,
            start: startS,
            end: endS ?? duration ?? 0,
            isHatched: isRecorded,
          }))}
          labels={{
            start: t('live:clips.in'),
            end: t('live:clips.out'),
            select: t('live:clips.select'),
          }}
          onRange={setRange}
        />
      </Suspense>
      {range && (
        <>
          <div dir="ltr" className="grid grid-cols-2 gap-3">
            <MomentImage recording={recording} seconds={range.start} label={t('live:clips.in')} />
            <MomentImage recording={recording} seconds={range.end} label={t('live:clips.out')} />
          </div>
          <Link
            to="/$environmentId/videos/$contentId/thumbnails"
            params={{ environmentId, contentId: id }}
            search={{ t: String(Math.floor(range.start)) }}
            className="self-start text-act underline-offset-2 hover:underline"
          >
            {t('live:clips.frames')}
          </Link>
        </>
      )}
    </div>
  )
}

function holesIn(gaps: LiveRecordingDetail['gaps']): Hole[] {
  return gaps.flatMap(({ from, to, isRecorded }) =>
    isRecorded || to === null ? [] : [{ fromMs: Date.parse(from), toMs: Date.parse(to) }],
  )
}

/** Positions of the typed times. Null if they are outside the recording. */
function positionsOf(
  typedStart: string,
  typedEnd: string,
  startedMs: number,
  holes: readonly Hole[],
  duration: number,
): Positions | null {
  const [from, to] = [momentOf(typedStart), momentOf(typedEnd)]
  if (from === null || to === null) return null
  const start = positionAt(from.getTime(), startedMs, holes)
  const end = positionAt(to.getTime(), startedMs, holes)
  return start >= 0 && start < end && start < duration ? { start, end: Math.min(end, duration) } : null
}
