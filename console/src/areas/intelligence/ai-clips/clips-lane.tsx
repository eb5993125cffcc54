import type { AiClip } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import type { LaneParts } from '../../library'
import { titleOf } from './clip-row'

interface ClipsLaneProps extends Pick<LaneParts, 'pictures' | 'playhead'> {
  readonly clips: readonly AiClip[]
  readonly playingId: string | undefined
  readonly duration: number
  readonly onPlay: (clip: AiClip) => void
}

/** The clips of the list below the pictures of the video, from left to right in every language. A pointer plays them
 * here; keys use the list. */
export function ClipsLane({ clips, playingId, duration, pictures, playhead, onPlay }: ClipsLaneProps) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="relative">
      <div className="relative overflow-hidden rounded-1 bg-sunk">{pictures}</div>
      <div aria-hidden className="relative mt-2 h-4 border-b border-rule">
        {clips.map((clip) => (
          <button
            key={clip.id}
            type="button"
            tabIndex={-1}
            title={titleOf(t, format.duration(clip.start), clip)}
            onClick={() => onPlay(clip)}
            className={cx(
              'absolute inset-y-0.5 min-w-1 rounded-1 border border-act',
              clip.id === playingId ? 'bg-act' : 'bg-act-soft hover:bg-hover',
            )}
            style={{
              left: `${(clip.start / duration) * 100}%`,
              width: `${((clip.end - clip.start) / duration) * 100}%`,
            }}
          />
        ))}
      </div>
      {playhead}
    </div>
  )
}
