import { useBlocker } from '@tanstack/react-router'
import { useText } from '../lib/i18n'
import { useUnsaved } from '../lib/unsaved'
import { ConfirmDialog } from './confirm-dialog'

interface LeaveGuardProps {
  /** Something would be lost. */
  readonly active: boolean
  /** What that is. */
  readonly about: string
}

/** Asks before a screen with something unsaved is left, by a link, the way back or closing the window. */
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
