import { cx } from './cx'

export type ButtonVariant = 'primary' | 'second' | 'quiet' | 'link' | 'danger'
export type ButtonSize = 'normal' | 'small' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-act text-act-ink hover:bg-act-over shadow-[inset_0_1px_0_oklch(1_0_0/0.12),0_1px_2px_oklch(0.25_0.05_260/0.2)]',
  second: 'border border-rule-2 bg-panel text-ink hover:bg-[color-mix(in_oklab,var(--panel),var(--ink)_4%)]',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  link: 'text-act-text hover:bg-hover',
  danger: 'bg-bad text-act-ink hover:bg-[color-mix(in_oklab,var(--bad),var(--ink)_12%)]',
}

const sizes: Record<ButtonSize, string> = {
  normal: 'h-(--h-control) px-3',
  small: 'h-(--h-control-s) px-2.5',
  large: 'h-[42px] px-4 pointer-coarse:h-(--h-touch)',
}

/** Class names of buttons and of links that look like buttons. */
export function buttonLook(variant: ButtonVariant = 'second', size: ButtonSize = 'normal'): string {
  return cx(
    'relative inline-flex shrink-0 cursor-default select-none items-center justify-center gap-2 rounded-2 text-13',
    'whitespace-nowrap font-button transition-colors active:scale-[0.985]',
    'data-disabled:pointer-events-none data-disabled:opacity-50',
    variants[variant],
    sizes[size],
  )
}
