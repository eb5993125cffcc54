import { PauseCircle } from '@phosphor-icons/react/dist/csr/PauseCircle'
import { Sparkle } from '@phosphor-icons/react/dist/csr/Sparkle'
import { Warning } from '@phosphor-icons/react/dist/csr/Warning'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { type ReactNode, Suspense, useState } from 'react'
import { SupportLink, useWorkspace } from '../../areas/identity'
import { usePreference } from '../../lib/browser/preferences'
import * as read from '../../lib/browser/read'
import { useText } from '../../lib/i18n'
import { lazy } from '../../lib/lazy'
import { useSlot } from '../../lib/slots'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'

const UpgradeDialog = lazy(async () => ({ default: (await import('./upgrade-dialog')).UpgradeDialog }))

const closedMessage = read.text(null)
/** When the user closed the upgrade prompt, in ms. */
const closedPrompt = read.number(0)
const promptPauseMs = 24 * 3600 * 1000

/**
 * One message above every screen, by priority: the organization is inactive, it has an announcement, it has no
 * subscription, or what areas have to say.
 */
export function StatusBar() {
  const t = useText()
  const { user, organization } = useWorkspace()
  const scope = { userId: user.id, organizationId: organization.id }
  const [closed, close] = usePreference(scope, 'closedMessage', closedMessage)
  const [closedAt, closePrompt] = usePreference(scope, 'closedUpgrade', closedPrompt)
  const [asking, setAsking] = useState(false)
  const parts = useSlot('statusPart')
  const { isActive, isSubscribed, alertMessage } = organization

  if (!isActive) {
    return (
      <div role="status" className="flex min-h-10 items-center gap-3 bg-ink px-4.5 py-2 text-13 text-paper">
        <PauseCircle size={16} className="shrink-0" aria-hidden />
        <span>
          <strong className="font-head">{t('problems.organization-inactive')}.</strong>{' '}
          {t('app:status.inactive')} <SupportLink />
        </span>
      </div>
    )
  }
  if (alertMessage !== null && alertMessage !== closed) {
    return (
      <Message
        look="bg-warn-soft"
        icon={<Warning size={16} className="shrink-0 text-warn" aria-hidden />}
        onClose={() => close(alertMessage)}
      >
        <bdi className="flex-1 py-2 wrap-anywhere">{alertMessage}</bdi>
      </Message>
    )
  }
  if (!isSubscribed && Date.now() - closedAt > promptPauseMs) {
    return (
      <Message
        look="bg-act-soft"
        icon={<Sparkle size={16} className="shrink-0 text-act-text" aria-hidden />}
        onClose={() => closePrompt(Date.now())}
      >
        <span className="min-w-0 flex-1 py-2 wrap-anywhere">
          {t('app:upgrade.bar', { organization: organization.name })}
        </span>
        <Button variant="link" size="small" onPress={() => setAsking(true)}>
          {t('app:upgrade.open')}
        </Button>
        <Suspense>{asking && <UpgradeDialog onClose={() => setAsking(false)} />}</Suspense>
      </Message>
    )
  }
  return parts.map((Part) => <Part key={parts.indexOf(Part)} />)
}

interface MessageProps {
  readonly look: string
  readonly icon: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

function Message({ look, icon, onClose, children }: MessageProps) {
  const t = useText()
  return (
    <div role="status" className={cx('flex min-h-10 items-center gap-3 ps-4.5 pe-2 text-13 text-ink', look)}>
      {icon}
      {children}
      <IconButton size="small" label={t('app:status.close')} tipSide="bottom" onPress={onClose}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
