import { type KeyboardEvent, type ReactNode, useRef } from 'react'

interface SegmentedProps<Id extends string> {
  readonly label: string
  readonly value: Id
  readonly onChange: (value: Id) => void
  /** `hint` names a segment that is only an icon. */
  readonly options: readonly { readonly id: Id; readonly content: ReactNode; readonly hint?: string }[]
}

/** Not a native radio button, whose arrow keys would select at once. */
const radio = (isChecked: boolean) => ({ type: 'button', role: 'radio', 'aria-checked': isChecked }) as const

/** Selects one of two to four options, side by side. Arrow keys move the focus; Space and Enter select. */
export function Segmented<Id extends string>({ label, value, onChange, options }: SegmentedProps<Id>) {
  const group = useRef<HTMLDivElement>(null)
  const hasValue = options.some(({ id }) => id === value)
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = stepOf(event)
    if (step === 0) return
    event.preventDefault()
    const segments = [...(group.current?.querySelectorAll('button') ?? [])]
    segments.at((segments.indexOf(event.currentTarget) + step) % segments.length)?.focus()
  }
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className="inline-flex h-(--h-control) items-stretch rounded-2 bg-sunk p-0.5 shadow-[inset_0_0_0_1px_var(--rule)]"
    >
      {options.map(({ id, content, hint }, at) => (
        <button
          {...radio(id === value)}
          key={id}
          aria-label={hint}
          tabIndex={id === value || (!hasValue && at === 0) ? 0 : -1}
          data-selected={id === value || undefined}
          onClick={() => id !== value && onChange(id)}
          onKeyDown={move}
          className="inline-flex min-w-8 cursor-default items-center justify-center gap-1.5 rounded-[5px] px-2.5 text-13 font-mid text-ink-2 transition-colors hover:text-ink data-selected:bg-panel data-selected:text-ink data-selected:shadow-lift-1"
        >
          {content}
        </button>
      ))}
    </div>
  )
}

function stepOf({ key, currentTarget }: KeyboardEvent): -1 | 0 | 1 {
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
  if (key === 'ArrowDown' || key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return 1
  return key === 'ArrowUp' || key === (isRtl ? 'ArrowRight' : 'ArrowLeft') ? -1 : 0
}
