import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { Text } from 'react-aria-components/Text'

export interface FieldNoteProps {
  readonly help?: string | undefined
  readonly error?: string | undefined
}

/** The line below a field: its error, or else its help. */
export function FieldNote({ help, error }: FieldNoteProps) {
  if (error !== undefined) {
    return (
      <Text slot="errorMessage" className="flex items-start gap-1.5 text-12 text-bad">
        <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
        {error}
      </Text>
    )
  }
  if (help === undefined) return null
  return (
    <Text slot="description" className="text-12 text-ink-3">
      {help}
    </Text>
  )
}
