import { Text } from 'react-aria-components/Text'
import { errorLook, type FieldNoteProps, helpLook, NoteIcon } from './field-note'

/** The line below a field of React Aria, which connects it with the field by itself. */
export function AriaNote({ help, error }: FieldNoteProps) {
  if (error !== undefined) {
    return (
      <Text slot="errorMessage" className={errorLook}>
        <NoteIcon />
        {error}
      </Text>
    )
  }
  return help === undefined ? null : (
    <Text slot="description" className={helpLook}>
      {help}
    </Text>
  )
}
