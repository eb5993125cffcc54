import type { LiveCue, Livestream } from '@kinora/contract'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { Select } from '../../../ui/select'
import { StatusMark } from '../../../ui/status-mark'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { cueEndMs, cueStateOf } from './cue-state'
import { breakLeads, breakLengths, endless } from './lengths'
import { useStartCue, useStopCue } from './queries'

interface StartBreakProps {
  readonly stream: Livestream
  /** The break that is running or about to begin. */
  readonly current: LiveCue | undefined
  readonly nowMs: number
}

/** Starts and ends breaks of a stream that is on air. */
export function StartBreak({ stream, current, nowMs }: StartBreakProps) {
  const t = useText()
  const format = useFormat()
  const [length, setLength] = useState('30')
  const [lead, setLead] = useState('4')
  const start = useStartCue(stream)
  const stop = useStopCue(stream)
  const onError = useProblemToast(t('live:cues.notChanged'))
  const seconds = (untilMs: number) => format.duration(Math.max(0, Math.ceil((untilMs - nowMs) / 1000)))
  if (current) {
    const isRunning = cueStateOf(current, nowMs) === 'running'
    const isEndless = current.durationS === null
    return (
      <Section title={t('live:cues.start.title')}>
        <div aria-live="polite" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <StatusMark tone={isRunning ? 'live' : 'planned'}>
            {t(isRunning ? 'live:cues.state.running' : 'live:cues.start.soon')}
          </StatusMark>
          <span className="tabular text-ink-2">
            {isRunning && isEndless
              ? t('live:cues.start.untilEnded')
              : t(isRunning ? 'live:cues.start.left' : 'live:cues.start.in', {
                  time: seconds(isRunning ? cueEndMs(current) : Date.parse(current.at)),
                })}
          </span>
          <Button
            busy={stop.isPending}
            onPress={() => stop.mutate({ cue: current, how: isRunning ? 'end' : 'cancel' }, { onError })}
          >
            {t(isRunning ? 'live:cues.end' : 'live:cues.cancel')}
          </Button>
        </div>
      </Section>
    )
  }
  const isOnAir = stream.status === 'active'
  return (
    <Section title={t('live:cues.start.title')} about={t('live:cues.start.about')}>
      {isOnAir ? (
        <div className="flex flex-wrap items-end gap-3 py-3">
          <Select
            label={t('live:cues.length')}
            value={length}
            onChange={setLength}
            options={breakLengths(t, format)}
          />
          <Select
            label={t('live:cues.start.lead')}
            value={lead}
            onChange={setLead}
            options={breakLeads(format)}
          />
          <Button
            variant="primary"
            busy={start.isPending}
            onPress={() =>
              start.mutate(
                { durationS: length === endless ? null : Number(length), leadS: Number(lead) },
                { onError },
              )
            }
          >
            {t('live:cues.start.button')}
          </Button>
        </div>
      ) : (
        <p className="py-3 text-ink-2">{t('live:cues.start.offAir')}</p>
      )}
    </Section>
  )
}
