import type { ReactNode } from 'react'

interface FormGroupProps {
  readonly title: string
  readonly about?: string
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** A group of fields with a title. */
export function FormGroup({ title, about, error, children }: FormGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-13 font-head text-ink">{title}</legend>
      {about !== undefined && <p className="pt-1 text-12 text-pretty text-ink-3">{about}</p>}
      <div className="flex flex-col gap-3 pt-3">{children}</div>
      {error !== undefined && (
        <p role="alert" className="pt-2 text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
