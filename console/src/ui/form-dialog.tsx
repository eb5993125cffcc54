import { type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { Dialog } from './dialog'

/** The submit button: its form's id, or a callback. */
interface Submit {
  readonly label: string
  readonly form?: string
  readonly onPress?: () => void
  readonly variant?: 'primary' | 'danger'
  readonly disabled?: boolean
}

interface FormDialogProps {
  readonly title: string
  readonly wide?: boolean
  readonly widest?: boolean
  readonly children: ReactNode
  /** Closing would lose input. */
  readonly dirty: boolean
  /** Waiting for the answer. */
  readonly busy: boolean
  readonly cancel: string
  readonly submit: Submit
  readonly onClose: () => void
}

/** A dialog with a form. An outside press does not close it, and Escape asks before input is lost. */
export function FormDialog(props: FormDialogProps) {
  const { title, wide, widest, children, dirty, busy, cancel, submit, onClose } = props
  const t = useText()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Dialog
        title={title}
        {...(wide && { wide })}
        {...(widest && { widest })}
        isOpen
        keepOpen={busy}
        staysBeside={dirty}
        onOpenChange={() => (dirty ? setAsking(true) : onClose())}
        foot={
          <>
            <Button disabled={busy} onPress={onClose}>
              {cancel}
            </Button>
            <SubmitButton {...submit} busy={busy} />
          </>
        }
      >
        {children}
      </Dialog>
      <ConfirmDialog
        isOpen={asking}
        onOpenChange={setAsking}
        title={t('ui:discard.title')}
        confirm={t('ui:discard.submit')}
        cancel={t('ui:discard.stay')}
        onConfirm={onClose}
      >
        {t('ui:discard.about')}
      </ConfirmDialog>
    </>
  )
}

function SubmitButton({ label, form, ...rest }: Submit & { readonly busy: boolean }) {
  return (
    <Button variant="primary" {...(form !== undefined && { type: 'submit', form })} {...rest}>
      {label}
    </Button>
  )
}
