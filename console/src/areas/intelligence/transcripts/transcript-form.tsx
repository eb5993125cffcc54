import { type ReactNode, useId } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { FormProblem } from '../../identity'

interface TranscriptFormProps {
  readonly title: string
  readonly children: ReactNode
  /** The label of the button. */
  readonly action: string
  readonly isDirty: boolean
  readonly change: { readonly error: Error | null; readonly isPending: boolean }
  readonly onSend: () => void
  readonly onClose: () => void
}

/** A dialog with a form that changes sentences of a transcript. */
export function TranscriptForm(props: TranscriptFormProps) {
  const { title, children, action, isDirty, change, onSend, onClose } = props
  const t = useText()
  const formId = useId()
  return (
    <FormDialog
      title={title}
      dirty={isDirty}
      busy={change.isPending}
      onClose={onClose}
      cancel={t('intelligence:analysis.cancel')}
      submit={{ form: formId, label: action }}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        {children}
        <FormProblem error={change.error} />
      </form>
    </FormDialog>
  )
}
