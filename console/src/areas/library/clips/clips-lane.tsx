import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import type { Range } from '../timeline/range'

interface ClipsLaneProps {
  readonly clips: readonly Content[]
  readonly at: (seconds: number) => string
  /** Undefined if the user may not cut. */
  readonly onRange: ((range: Range) => void) | undefined
  readonly onSeek: (seconds: number) => void
}

/** The existing clips on the timeline. Selecting one seeks to it and copies its times. */
export function ClipsLane({ clips, at, onRange, onSeek }: ClipsLaneProps) {
  const t = useText()
  return (
    <div className="relative mt-1 h-6 border-y border-rule">
      {clips.map(({ id, title, clipOf }) => {
        if (clipOf === null) return null
        const { startTime: start, endTime: end } = clipOf
        return (
          <button
            key={id}
            type="button"
            aria-label={t('library:clips.goTo', { title })}
            onClick={() => {
              onRange?.({ start, end })
              onSeek(start)
            }}
            style={{ left: at(start), right: `calc(100% - ${at(end)})` }}
            className="absolute inset-y-[3px] min-w-1.5 overflow-hidden rounded-1 border border-act bg-act-soft text-start text-11 leading-4 hover:bg-hover"
          >
            <span dir="auto" className="own-way cut block px-1 text-ink">
              <bdi>{title}</bdi>
            </span>
          </button>
        )
      })}
    </div>
  )
}
