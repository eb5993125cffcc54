import type { ReactNode } from 'react'

interface AskingProps {
  readonly label: string
  readonly children: ReactNode
  readonly onLeave: () => void
}

/** A prompt that replaces a row. Escape closes the prompt but not the popover. */
export function Asking({ label, children, onLeave }: AskingProps) {
  return (
    <fieldset
      aria-label={label}
      className="min-w-0 flex-1 rounded-2 bg-sunk p-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onLeave()
      }}
    >
      {children}
    </fieldset>
  )
}
