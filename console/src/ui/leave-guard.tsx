import { useBlocker } from '@tanstack/react-router'
import { useText } from '../lib/i18n'
import { useUnsaved } from '../lib/unsaved'
import { ConfirmDialog } from './confirm-dialog'

interface LeaveGuardProps {
  /** There are unsaved changes. */
  readonly active: boolean
  /** The object with the unsaved changes. */
  readonly about: string
}

/** Asks before unsaved changes are lost by navigation, Back or closing the window. */
export function LeaveGuard({ active, about }: LeaveGuardProps) {
  const t = useText()
  useUnsaved(active)
  const leaving = useBlocker({
    disabled: !active,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={leaving.status === 'blocked'}
      onOpenChange={() => leaving.reset?.()}
      title={t('ui:leave.title')}
      confirm={t('ui:leave.submit')}
      cancel={t('ui:leave.stay')}
      onConfirm={() => leaving.proceed?.()}
    >
      {about}
    </ConfirmDialog>
  )
}
