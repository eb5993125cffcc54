import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Minus } from '@phosphor-icons/react/dist/csr/Minus'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'

/**
 * Whether the role has all, some or none of the cell's rights; `added` and `removed` are unsaved changes of a single
 * right.
 */
export type CellState = 'all' | 'some' | 'none' | 'added' | 'removed'

const looks: Record<CellState, string> = {
  all: 'bg-act-soft text-act-text',
  some: 'border-[1.5px] border-act text-act-text',
  none: 'text-ink-3 group-hover:bg-hover',
  added: 'bg-act text-act-ink',
  removed: 'border-[1.5px] border-bad text-bad',
}

const signs: Record<CellState, typeof Check> = {
  all: Check,
  some: Minus,
  none: Minus,
  added: Check,
  removed: X,
}

/** The sign of a state, 30 × 26 px, for cells and the legend. */
export function CellSign({ state }: { readonly state: CellState }) {
  const Sign = signs[state]
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none grid h-[26px] w-[30px] place-items-center rounded-[5px] transition-colors',
        looks[state],
      )}
    >
      <Sign size={14} weight={state === 'none' ? 'regular' : 'bold'} />
    </span>
  )
}

interface MatrixCellProps {
  /** Names the right: "Create videos". */
  readonly label: string
  readonly state: CellState
  readonly isReadOnly: boolean
  /** Whether the cell is in the tab order (roving tabindex). */
  readonly isCurrent: boolean
  readonly onFocus: () => void
  readonly onToggle: () => void
}

export function MatrixCell({ label, state, isReadOnly, isCurrent, onFocus, onToggle }: MatrixCellProps) {
  const t = useText()
  const isOn = state === 'all' || state === 'added'
  const news = state === 'added' || state === 'removed' ? t(`identity:roles.cells.${state}`) : undefined
  const name = news === undefined ? label : `${label}, ${news}`
  if (isReadOnly) {
    return (
      <span className="inline-grid place-items-center py-px">
        <CellSign state={state} />
        <span className="sr-only">
          {label}, {t(`identity:roles.cells.${state}`)}
        </span>
      </span>
    )
  }
  return (
    <label className="group relative inline-grid place-items-center py-px">
      <input
        type="checkbox"
        aria-label={name}
        checked={isOn}
        tabIndex={isCurrent ? 0 : -1}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        onFocus={onFocus}
        onChange={onToggle}
        className="absolute inset-0 m-auto h-[26px] w-[30px] appearance-none rounded-[5px] outline-offset-1 pointer-coarse:h-11 pointer-coarse:w-11"
      />
      <CellSign state={state} />
    </label>
  )
}
