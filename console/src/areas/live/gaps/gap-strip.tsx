import type { RecordingGap } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { cx } from '../../../ui/cx'

interface GapStripProps {
  readonly gaps: readonly RecordingGap[]
  /** Length of the recording in seconds. */
  readonly duration: number
}

/** The recording as a bar, left to right in every language. Gaps are hatched if they show the slate, and cut out if they
 * are not recorded. Hidden from screen readers, because the list has the same information. */
export function GapStrip({ gaps, duration }: GapStripProps) {
  const format = useFormat()
  const position = (seconds: number) => Math.min(100, Math.max(0, (seconds / (duration || 1)) * 100))
  return (
    <div dir="ltr" aria-hidden className="pt-3">
      <div className="relative h-4 rounded-1 bg-good">
        {gaps.map(({ from, startS, endS, isRecorded }) => {
          const [start, end] = [position(startS), position(endS ?? duration)]
          return (
            <span
              key={from}
              className={cx(
                'absolute -inset-y-1 min-w-0.5',
                isRecorded ? 'hatched-warn' : 'w-0.5 -translate-x-1/2 bg-ink',
              )}
              style={{ left: `${start}%`, ...(isRecorded && { width: `${end - start}%` }) }}
            />
          )
        })}
      </div>
      <div className="tabular flex justify-between pt-2 font-code text-11 text-ink-3">
        {[0, duration / 2, duration].map((seconds) => (
          <span key={seconds}>{format.duration(seconds)}</span>
        ))}
      </div>
    </div>
  )
}
