import type { PortraitShot } from '@kinora/contract'
import { type KeyboardEvent, useRef } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'

interface ShotStripProps {
  readonly shots: readonly PortraitShot[]
  /** The shot at the current time. */
  readonly current: number
  readonly onSeek: (seconds: number) => void
}

/** The shots of a video from left to right, as long as they last. Arrow keys go from shot to shot. */
export function ShotStrip({ shots, current, onSeek }: ShotStripProps) {
  const t = useText()
  const format = useFormat()
  const strip = useRef<HTMLFieldSetElement>(null)
  const step = (event: KeyboardEvent, from: number) => {
    const to = from + (event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0)
    const next = shots[to]
    if (to === from || next === undefined) return
    event.preventDefault()
    onSeek(next.start)
    strip.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <fieldset
      ref={strip}
      aria-label={t('portrait:path.title')}
      dir="ltr"
      className="flex h-9 min-w-0 gap-px overflow-hidden rounded-1"
    >
      {shots.map(({ number, start, end, mode, isEdited }, n) => (
        <button
          key={number}
          type="button"
          aria-current={n === current || undefined}
          aria-label={`${t('portrait:path.shot', { number: format.number(number + 1), time: format.duration(start) })}, ${t(`portrait:modes.${mode}`)}`}
          tabIndex={n === current ? 0 : -1}
          onClick={() => onSeek(start)}
          onKeyDown={(event) => step(event, n)}
          style={{ flexGrow: end - start }}
          className={cx(
            'min-w-px basis-0 overflow-hidden border-t-2 px-1 text-12 whitespace-nowrap',
            n === current ? 'bg-act-soft text-act-text' : 'bg-sunk text-ink-2 hover:bg-press',
            isEdited ? 'border-act' : 'border-transparent',
          )}
        >
          <span aria-hidden>{format.number(number + 1)}</span>
        </button>
      ))}
    </fieldset>
  )
}
