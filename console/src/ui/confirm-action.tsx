import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog'
import { toast } from './toast-store'
import { useProblemToast } from './use-problem-toast'

interface ConfirmActionProps<T> {
  readonly mutation: {
    readonly isPending: boolean
    readonly mutate: (
      of: T,
      then: { readonly onSuccess: () => void; readonly onError: (error: unknown) => void },
    ) => void
  }
  /** The object of the action. */
  readonly of: T
  readonly title: string
  readonly confirm: string
  readonly cancel: string
  /** The message after success. */
  readonly done: string
  /** The message after failure. */
  readonly failed: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** After success, instead of `onClose`. */
  readonly onDone?: () => void
}

/** Asks before an action that cannot be undone, runs it and reports the result. */
export function ConfirmAction<T>(props: ConfirmActionProps<T>) {
  const { mutation, of, title, confirm, cancel, done, failed, children, onClose, onDone = onClose } = props
  const onError = useProblemToast(failed)
  const onSuccess = () => {
    toast({ text: done, tone: 'good' })
    onDone()
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={title}
      confirm={confirm}
      cancel={cancel}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate(of, { onSuccess, onError })}
    >
      {children}
    </ConfirmDialog>
  )
}
