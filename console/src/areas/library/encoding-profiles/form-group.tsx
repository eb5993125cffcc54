import type { ReactNode } from 'react'

interface FormGroupProps {
  readonly title: string
  readonly about?: string
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** A group of fields with a title and a separator. */
export function FormGroup({ title, about, error, children }: FormGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="w-full border-b border-rule-2 pb-2 text-14 font-head text-ink">{title}</legend>
      {about !== undefined && <p className="pt-3 text-13 text-pretty text-ink-2">{about}</p>}
      <div className="flex flex-col gap-3 pt-3">{children}</div>
      {error !== undefined && (
        <p role="alert" className="pt-2 text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
