import type { AdBreak } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { LaneParts } from '../../library'

interface BreaksLaneProps extends LaneParts {
  readonly breaks: readonly AdBreak[]
  readonly duration: number
}

/** Timeline of the video with its breaks, from left to right in every language. */
export function BreaksLane({ breaks, duration, playFrom, pictures, playhead }: BreaksLaneProps) {
  const t = useText()
  const format = useFormat()
  const percent = (seconds: number) => `${Math.min(1, seconds / duration) * 100}%`
  return (
    <div className="relative pb-6">
      <div className="relative overflow-hidden rounded-1 bg-sunk">
        {pictures}
        {breaks.map(({ id, at, returnAt }) => (
          <span
            key={id}
            aria-hidden
            className="absolute inset-y-0 bg-act opacity-40"
            style={{ left: percent(at), width: percent((returnAt ?? at) - at) }}
          />
        ))}
      </div>
      <ul aria-label={t('ads:breaks.lane')}>
        {breaks.map(({ id, at }) => (
          <li key={id} className="absolute inset-y-0" style={{ left: percent(at) }}>
            <span aria-hidden className="absolute inset-y-0 -ms-px w-0.5 bg-act" />
            <button
              type="button"
              aria-label={t('ads:breaks.playFrom', { time: format.duration(at) })}
              onClick={() => playFrom(at)}
              className="absolute bottom-0 -start-3 grid size-6 place-items-center"
            >
              <span className="size-3 rounded-full bg-act" />
            </button>
          </li>
        ))}
      </ul>
      {playhead}
    </div>
  )
}
