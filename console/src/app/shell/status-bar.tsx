import { PauseCircle } from '@phosphor-icons/react/dist/csr/PauseCircle'
import { Warning } from '@phosphor-icons/react/dist/csr/Warning'
import { X } from '@phosphor-icons/react/dist/csr/X'
import * as z from 'zod/mini'
import { useHere } from '../../areas/identity'
import { useText } from '../../lib/i18n'
import { usePreference } from '../../lib/preferences'
import { IconButton } from '../../ui/icon-button'

const closedMessage = z.catch(z.nullable(z.string()), null)

/** Above everything: the organisation is inactive, or else has a message for everyone. One at a time. */
export function StatusBar() {
  const t = useText()
  const { user, organization } = useHere()
  const scope = { userId: user.id, organizationId: organization.id }
  const [closed, close] = usePreference(scope, 'closedMessage', closedMessage)
  const { isActive, alertMessage } = organization

  if (!isActive) {
    return (
      <div role="status" className="flex min-h-10 items-center gap-3 bg-ink px-4.5 py-2 text-13 text-paper">
        <PauseCircle size={16} className="shrink-0" aria-hidden />
        <span>
          <strong className="font-head">{t('problems.organization-inactive')}.</strong>{' '}
          {t('app:status.inactive')}
        </span>
      </div>
    )
  }
  if (alertMessage === null || alertMessage === closed) return null
  return (
    <div role="status" className="flex min-h-10 items-center gap-3 bg-warn-soft ps-4.5 pe-2 text-13 text-ink">
      <Warning size={16} className="shrink-0 text-warn" aria-hidden />
      <bdi className="flex-1 py-2 wrap-anywhere">{alertMessage}</bdi>
      <IconButton
        size="small"
        label={t('app:status.close')}
        tipSide="bottom"
        onPress={() => close(alertMessage)}
      >
        <X size={14} />
      </IconButton>
    </div>
  )
}
