import { cx } from '../../../ui/cx'
import type { View } from './view'

interface WaveformProps {
  /** URL of the mask. */
  readonly address: string
  readonly view: View
  readonly className?: string
}

/** The loudness in a view. Decorative. */
export function Waveform({ address, view: { start, end, duration }, className }: WaveformProps) {
  const length = end - start
  // A percentage positions the mask by what is left over beside the box (CSS Masking, section 5.6).
  const left = duration > length ? (start / (duration - length)) * 100 : 0
  return (
    <span
      aria-hidden
      className={cx('block', className)}
      style={{
        maskImage: `url("${address}")`,
        maskSize: `${(duration / length) * 100}% 100%`,
        maskPosition: `${left}% 0`,
      }}
    />
  )
}
