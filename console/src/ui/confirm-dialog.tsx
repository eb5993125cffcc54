import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

interface ConfirmDialogProps {
  /** A question that names the thing: "Delete “Round 10” and 58 videos?". */
  readonly title: string
  /** What happens to whom, and what is safe. */
  readonly children: ReactNode
  /** The outcome: "Delete 58 videos". */
  readonly confirm: string
  /** The safe way out, focused first: "Keep them". */
  readonly cancel: string
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onConfirm: () => void
  readonly busy?: boolean
  /** False where nothing is lost. */
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
