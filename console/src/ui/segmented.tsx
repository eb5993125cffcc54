import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'

interface SegmentedProps<Id extends string> {
  readonly label: string
  readonly value: Id
  readonly onChange: (value: Id) => void
  /** `hint` names a segment that is only an icon. */
  readonly options: readonly { readonly id: Id; readonly content: ReactNode; readonly hint?: string }[]
}

/** Selects one of two to four options, side by side. */
export function Segmented<Id extends string>({ label, value, onChange, options }: SegmentedProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id))
        if (chosen) onChange(chosen.id)
      }}
      className="inline-flex h-(--h-control) items-stretch rounded-2 bg-sunk p-0.5 shadow-[inset_0_0_0_1px_var(--rule)]"
    >
      {options.map(({ id, content, hint }) => (
        <ToggleButton
          key={id}
          id={id}
          {...(hint !== undefined && { 'aria-label': hint })}
          className="inline-flex min-w-8 cursor-default items-center justify-center gap-1.5 rounded-[5px] px-2.5 text-13 font-mid text-ink-2 transition-colors hover:text-ink data-selected:bg-panel data-selected:text-ink data-selected:shadow-lift-1"
        >
          {content}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
