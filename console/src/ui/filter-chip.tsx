import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { X } from '@phosphor-icons/react/dist/csr/X'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n'
import { BareButton } from './bare-button'
import { cx } from './cx'
import { DialogPopover } from './dialog-popover'

interface FilterChipProps {
  readonly name: string
  /** The current value in words; undefined if the filter is not set. */
  readonly value: string | undefined
  readonly onClear: () => void
  /** Called when a press is likely: preloads the content. */
  readonly onIntent?: () => void
  /** The content of the popover. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** `+ Name` if it is not set; otherwise its value and a clear button. */
export function FilterChip({ name, value, onClear, onIntent, children }: FilterChipProps) {
  const t = useText()
  const set = value !== undefined
  return (
    <span
      className={cx(
        'inline-flex h-7 shrink-0 items-center rounded-full border text-13 pointer-coarse:h-9',
        set
          ? 'border-[color-mix(in_oklab,var(--act)_35%,transparent)] bg-act-soft'
          : 'border-rule-2 hover:bg-hover',
      )}
    >
      <DialogPopover
        label={name}
        {...(onIntent && { onIntent })}
        className="min-w-48"
        trigger={
          <BareButton
            className={cx(
              'inline-flex h-full cursor-default items-center gap-1.5 rounded-full ps-2.5',
              set ? 'pe-1' : 'pe-3 text-ink-2',
            )}
          >
            {!set && <Plus size={12} aria-hidden />}
            <span className={cx(set && 'font-button')}>{name}</span>
            {set && <span>{value}</span>}
          </BareButton>
        }
      >
        {children}
      </DialogPopover>
      {set && (
        <BareButton
          aria-label={t('ui:clearFilter', { name })}
          onPress={onClear}
          className="me-0.5 grid size-6 place-items-center rounded-full text-ink-2 hover:text-ink"
        >
          <X size={11} weight="bold" />
        </BareButton>
      )}
    </span>
  )
}
