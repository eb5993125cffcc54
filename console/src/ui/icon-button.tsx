import type { ReactNode } from 'react'
import { BareButton } from './bare-button'
import { cx } from './cx'
import { Tooltip } from './tooltip'
import type { Side } from './tooltip-body'

interface IconButtonProps {
  /** Its accessible name, and its tooltip. */
  readonly label: string
  readonly children: ReactNode
  readonly size?: 'normal' | 'small'
  /** Drawn with a border. */
  readonly outlined?: boolean
  readonly tipSide?: Side
  readonly disabled?: boolean
  readonly onPress?: () => void
  readonly className?: string
}

export function IconButton(props: IconButtonProps) {
  const { label, children, size = 'normal', outlined, tipSide, disabled = false, onPress, className } = props
  return (
    <Tooltip tip={label} {...(tipSide && { side: tipSide })}>
      <BareButton
        aria-label={label}
        disabled={disabled}
        onPress={onPress}
        className={cx(
          'grid shrink-0 cursor-default place-items-center rounded-2 text-ink-2 transition-colors',
          'hover:bg-hover hover:text-ink active:bg-press data-disabled:opacity-45',
          size === 'small' ? 'size-7 pointer-coarse:size-11' : 'size-(--h-control)',
          outlined && 'border border-rule-2 bg-panel',
          className,
        )}
      >
        {children}
      </BareButton>
    </Tooltip>
  )
}
