import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

interface ConfirmDialogProps {
  /** A question that names the object: "Delete “Round 10” and 58 videos?". */
  readonly title: string
  /** The consequences. */
  readonly children: ReactNode
  /** The action: "Delete 58 videos". */
  readonly confirm: string
  /** The safe choice, focused first: "Keep them". */
  readonly cancel: string
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onConfirm: () => void
  readonly busy?: boolean
  /** False if nothing is lost. */
  readonly danger?: boolean
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirm,
    cancel,
    isOpen,
    onOpenChange,
    onConfirm,
    busy = false,
    danger = true,
  } = props
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      foot={
        <>
          <Button autoFocus onPress={() => onOpenChange(false)}>
            {cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onPress={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
