import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast-store'
import { useProblemToast } from '../../ui/use-problem-toast'

interface ConfirmDeedProps<T> {
  readonly deed: {
    readonly isPending: boolean
    readonly mutate: (
      of: T,
      then: { readonly onSuccess: () => void; readonly onError: (error: unknown) => void },
    ) => void
  }
  /** What it is done to. */
  readonly of: T
  readonly title: string
  readonly confirm: string
  readonly cancel: string
  /** Said once it is done. */
  readonly done: string
  /** Said where it could not be. */
  readonly failed: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Asks before something that cannot be taken back is done, and says what came of it. */
export function ConfirmDeed<T>(props: ConfirmDeedProps<T>) {
  const { deed, of, title, confirm, cancel, done, failed, children, onClose } = props
  const onError = useProblemToast(failed)
  const onSuccess = () => {
    toast({ text: done, tone: 'good' })
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={title}
      confirm={confirm}
      cancel={cancel}
      busy={deed.isPending}
      onConfirm={() => deed.mutate(of, { onSuccess, onError })}
    >
      {children}
    </ConfirmDialog>
  )
}
