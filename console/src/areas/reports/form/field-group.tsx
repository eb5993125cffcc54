import { type ReactNode, useId } from 'react'

interface FieldGroupProps {
  readonly label: string
  /** After the label. */
  readonly note?: string
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** Several controls with a common label. */
export function FieldGroup({ label, note, error, children }: FieldGroupProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="min-w-0">
      <legend className="flex items-baseline gap-3 pb-1.5 text-13 font-mid text-ink">
        {label}
        {note !== undefined && <span className="tabular text-12 font-body text-ink-3">{note}</span>}
      </legend>
      {children}
      {error !== undefined && (
        <p id={id} className="pt-2 text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
