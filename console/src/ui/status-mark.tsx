import { cx } from './cx'

export type StatusTone = 'good' | 'warn' | 'hollow' | 'draft' | 'bad' | 'live' | 'planned'

const marks: Record<StatusTone, string> = {
  good: 'rounded-[1.5px] bg-good',
  warn: 'rounded-[1.5px] bg-warn',
  hollow: 'rounded-[1.5px] border-[1.5px] border-ink-3',
  draft: 'rounded-[1.5px] border-[1.5px] border-warn',
  bad: 'rounded-[1.5px] bg-bad',
  live: 'animate-breath rounded-full bg-live shadow-[0_0_0_3px_var(--live-soft)]',
  planned: 'rounded-[1.5px] bg-act',
}
const words: Partial<Record<StatusTone, string>> = {
  warn: 'text-ink',
  bad: 'text-bad',
  live: 'font-head text-live',
}

interface StatusMarkProps {
  readonly tone: StatusTone
  readonly children: string
}

/** A small square with a label; a circle for live. */
export function StatusMark({ tone, children }: StatusMarkProps) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-13', words[tone] ?? 'text-ink-2')}>
      <span className={cx('size-[7px] shrink-0', marks[tone])} aria-hidden />
      {children}
    </span>
  )
}
