import type { ReactNode } from 'react'

interface RowPromptProps {
  readonly label: string
  readonly children: ReactNode
  readonly onLeave: () => void
}

/** A prompt that replaces a row. Escape closes the prompt but not the popover. */
export function RowPrompt({ label, children, onLeave }: RowPromptProps) {
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
