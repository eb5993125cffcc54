import type { LiveCue, Livestream } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { cueStateOf } from './cue-state'
import { useStopCue } from './queries'

const tones = { planned: 'planned', running: 'live', over: 'hollow' } as const satisfies Record<
  string,
  StatusTone
>

interface CueRowProps {
  readonly stream: Livestream
  readonly cue: LiveCue
  readonly nowMs: number
}

/** A break in the list. */
export function CueRow({ stream, cue, nowMs }: CueRowProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Livestreams', 'Livestream')
  const stop = useStopCue(stream)
  const onError = useProblemToast(t('live:cues.notChanged'))
  const state = cueStateOf(cue, nowMs)
  const lengthS = cue.endedAt ? (Date.parse(cue.endedAt) - Date.parse(cue.at)) / 1000 : cue.durationS
  const time = format.exactTime(cue.at)
  const action = t(state === 'running' ? 'live:cues.end' : 'live:cues.cancel')
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule py-2">
      <time dateTime={cue.at} className="tabular min-w-40 font-mid text-ink">
        {time}
      </time>
      <StatusMark tone={tones[state]}>{t(`live:cues.state.${state}`)}</StatusMark>
      <span className="min-w-0 flex-1 text-ink-3">
        {lengthS === null ? t('live:cues.endless') : format.duration(Math.round(lengthS))}
        {' · '}
        {t(`live:cues.origin.${cue.origin}`)}
        {cue.addedBy !== null && (
          <>
            {' · '}
            <bdi>{cue.addedBy}</bdi>
          </>
        )}
      </span>
      {rights.update && state !== 'over' && (
        <Button
          size="small"
          busy={stop.isPending}
          aria-label={t('live:cues.actionAt', { action, time })}
          onPress={() => stop.mutate({ cue, how: state === 'running' ? 'end' : 'cancel' }, { onError })}
        >
          {action}
        </Button>
      )}
    </li>
  )
}
