import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'

export interface FieldNoteProps {
  readonly help?: string | undefined
  readonly error?: string | undefined
}

export const errorLook = 'flex items-start gap-1.5 text-12 text-bad'
export const helpLook = 'text-12 text-ink-3'

/** The line below a field, which describes it: its error, or else its help. */
export function FieldNote({ id, help, error }: FieldNoteProps & { readonly id?: string }) {
  if (error !== undefined) {
    return (
      <span id={id} className={errorLook}>
        <NoteIcon />
        {error}
      </span>
    )
  }
  return help === undefined ? null : (
    <span id={id} className={helpLook}>
      {help}
    </span>
  )
}

export function NoteIcon() {
  return <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
}
