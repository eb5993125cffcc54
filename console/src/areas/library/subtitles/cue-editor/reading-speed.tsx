import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import type { Cue } from '../cues/cue'
import { readingLimits, speedOf } from '../cues/reading'

/** The strip ends at this multiple of the limit. */
const scale = 1.5

/** Characters per second as a number and a strip with a mark at the limit. */
export function ReadingSpeed({ cue }: { readonly cue: Cue }) {
  const t = useText()
  const { number } = useFormat()
  const speed = speedOf(cue)
  const share = Math.min(1, speed / readingLimits.charactersPerSecond / scale)
  const isFast = speed > readingLimits.charactersPerSecond
  return (
    <span dir="ltr" className="tabular flex w-9 flex-col gap-1 pt-[3px] text-end text-11 leading-4">
      <span aria-hidden className={isFast ? 'font-head text-warn' : 'text-ink-3'}>
        {number(speed)}
      </span>
      <span className="sr-only">{t('library:cues.speed', { speed: number(speed) })}</span>
      <span aria-hidden className="relative h-1 rounded-full bg-rule">
        <span
          className={cx('absolute inset-y-0 left-0 rounded-full', isFast ? 'bg-warn' : 'bg-ink-3')}
          style={{ width: `${share * 100}%`, opacity: isFast ? 1 : 0.35 + share * 0.65 }}
        />
        <span className="absolute -inset-y-0.5 w-px bg-ink-3" style={{ left: `${100 / scale}%` }} />
      </span>
    </span>
  )
}
