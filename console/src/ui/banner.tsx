import { Info } from '@phosphor-icons/react/dist/csr/Info'
import { Warning } from '@phosphor-icons/react/dist/csr/Warning'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import type { ReactNode } from 'react'
import { cx } from './cx'

const tones = {
  info: ['bg-act-soft', 'text-act-text', Info],
  warn: ['bg-warn-soft', 'text-warn', Warning],
  bad: ['bg-bad-soft', 'text-bad', WarningCircle],
} as const

interface BannerProps {
  readonly tone: keyof typeof tones
  readonly children: ReactNode
  readonly icon?: ReactNode
  /** A small button after the message, or below it on a narrow window. */
  readonly action?: ReactNode
  /** Announced by screen readers when it appears. */
  readonly live?: boolean
}

/** A message with a tinted background, above the content that it is about. */
export function Banner({ tone, children, icon, action, live }: BannerProps) {
  const [ground, color, Sign] = tones[tone]
  return (
    <div
      {...(live && { role: tone === 'bad' ? 'alert' : 'status' })}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2 px-3 py-2 text-13 text-ink',
        ground,
      )}
    >
      <div className="flex min-w-0 grow items-start gap-2.5">
        <span className={cx('flex h-lh shrink-0 items-center', color)}>
          {icon ?? <Sign size={16} aria-hidden />}
        </span>
        <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      </div>
      {action && <div className="ms-6.5">{action}</div>}
    </div>
  )
}
