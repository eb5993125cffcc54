import { type ReactNode, useState } from 'react'
import { Button } from '../../src/ui/button'
import { ConfirmAction } from '../../src/ui/confirm-action'
import { Dialog } from '../../src/ui/dialog'
import { Drawer } from '../../src/ui/drawer'
import { Finder } from '../../src/ui/finder'
import { FormDialog } from '../../src/ui/form-dialog'
import { LeaveGuard } from '../../src/ui/leave-guard'
import { BareDialog, Modal, ModalOverlay } from '../../src/ui/modal'
import { SecretDialog } from '../../src/ui/secret-dialog'
import { SecretField } from '../../src/ui/secret-field'
import { TextField } from '../../src/ui/text-field'
import { TextLink } from '../../src/ui/text-link'
import { toast } from '../../src/ui/toast-store'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

const ignore = () => undefined

/** A button and the dialog that it opens. */
function Opened({ children }: { readonly children: (close: () => void) => ReactNode }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.action}</Button>
      {open && children(() => setOpen(false))}
    </>
  )
}

export const dialog: Exhibit = { name: 'dialog', files: ['dialog.tsx'], opens: 'dialog', Show: Plain }

function Plain() {
  const words = useWords()
  return (
    <Opened>
      {(close) => (
        <Dialog
          title={words.name}
          isOpen
          onOpenChange={close}
          wide
          foot={<Button variant="primary">{words.action}</Button>}
        >
          <p>{words.sentence}</p>
          <TextField label={words.label} value={words.name} onChange={ignore} />
        </Dialog>
      )}
    </Opened>
  )
}

export const changedForm: Exhibit = {
  name: 'form-dialog',
  files: ['form-dialog.tsx'],
  opens: 'dialog',
  Show: Form,
}

function Form() {
  const words = useWords()
  return (
    <Opened>
      {(close) => (
        <FormDialog
          title={words.name}
          dirty
          busy={false}
          cancel={words.choice}
          submit={{ label: words.action, form: 'form' }}
          onClose={close}
        >
          <form id="form">
            <TextField label={words.label} value="" onChange={ignore} error={words.error} />
          </form>
        </FormDialog>
      )}
    </Opened>
  )
}

export const confirmation: Exhibit = {
  name: 'confirm-dialog',
  files: ['confirm-action.tsx', 'confirm-dialog.tsx'],
  opens: 'alertdialog',
  Show: Confirmation,
}

function Confirmation() {
  const words = useWords()
  return (
    <Opened>
      {(close) => (
        <ConfirmAction
          mutation={{ isPending: false, mutate: (_, { onSuccess }) => onSuccess() }}
          of={words.name}
          title={words.name}
          confirm={words.action}
          cancel={words.choice}
          done={words.sentence}
          failed={words.sentence}
          onClose={close}
        >
          {words.sentence}
        </ConfirmAction>
      )}
    </Opened>
  )
}

export const secret: Exhibit = {
  name: 'secret-dialog',
  files: ['secret-dialog.tsx'],
  opens: 'dialog',
  Show: Secret,
}

function Secret() {
  const words = useWords()
  return (
    <Opened>
      {(close) => (
        <SecretDialog title={words.name} about={words.sentence} warning={words.sentence} onDone={close}>
          <SecretField label={words.label} value="kin_0123456789" secret />
        </SecretDialog>
      )}
    </Opened>
  )
}

export const leaving: Exhibit = {
  name: 'leave-guard',
  files: ['leave-guard.tsx'],
  opens: 'alertdialog',
  Show: Leaving,
}

function Leaving() {
  const words = useWords()
  return (
    <>
      <TextLink to="/signin">{words.other}</TextLink>
      <LeaveGuard active about={words.sentence} />
    </>
  )
}

export const drawer: Exhibit = { name: 'drawer', files: ['drawer.tsx'], Show: Side }

function Side() {
  const words = useWords()
  return (
    <Drawer title={words.name} onClose={ignore} foot={<Button>{words.action}</Button>}>
      {words.sentence}
    </Drawer>
  )
}

export const finder: Exhibit = { name: 'finder', files: ['finder.tsx'], opens: 'dialog', Show: Find }

function Find() {
  const words = useWords()
  const [phrase, setPhrase] = useState('')
  const rows = words.choices.map((text, at) => ({ id: String(at), text, note: words.help, end: 'G' }))
  return (
    <Opened>
      {(close) => (
        <ModalOverlay isOpen onOpenChange={close} className="fixed inset-0 z-40 bg-scrim p-4">
          <Modal className="rounded-4 bg-panel">
            <BareDialog aria-label={words.label}>
              <Finder
                large
                label={words.label}
                phrase={phrase}
                onPhrase={setPhrase}
                sections={[{ id: 'all', heading: words.name, label: words.name, rows }]}
                onDone={close}
                nothing={words.sentence}
              />
            </BareDialog>
          </Modal>
        </ModalOverlay>
      )}
    </Opened>
  )
}

export const toasts: Exhibit = { name: 'toasts', files: ['toasts.tsx'], opens: 'region', Show: Messages }

function Messages() {
  const words = useWords()
  const show = () => {
    toast({ text: words.sentence })
    toast({ text: words.name, tone: 'good' })
    toast({ text: words.error, tone: 'bad', action: { label: words.action, run: ignore } })
  }
  return <Button onPress={show}>{words.action}</Button>
}
