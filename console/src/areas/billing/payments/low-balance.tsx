import { Wallet } from '@phosphor-icons/react/dist/csr/Wallet'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { TextLink } from '../../../ui/text-link'
import { useRights, useWorkspace } from '../../identity'
import { walletStatusQuery } from '../queries'

/** The status bar of a wallet that is low or empty, or whose spend cap is reached, for people who may read billing. */
export function LowBalance() {
  const { read } = useRights('Settings', 'Billing', 'organization')
  return read ? <Bar /> : null
}

function Bar() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  const { data } = useQuery(walletStatusQuery(organization.id))
  if (data === undefined) return null
  const message = data.isCapReached && data.status !== 'refused' ? 'cap' : data.status
  if (message === 'ok') return null
  return (
    <div role="status" className="flex min-h-10 items-center gap-3 bg-warn-soft px-4.5 py-2 text-13 text-ink">
      <Wallet size={16} className="shrink-0 text-warn" aria-hidden />
      <span className="min-w-0 flex-1">{t(`billing:bar.${message}`)}</span>
      <TextLink to="/$environmentId/settings/billing" params={{ environmentId: environment.id }}>
        {t('billing:bar.open')}
      </TextLink>
    </div>
  )
}
