import { Wallet } from '@phosphor-icons/react/dist/csr/Wallet'
import { useText } from '../../../lib/i18n'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'

interface LowBalanceBarProps {
  readonly message: 'low' | 'empty' | 'refused' | 'cap'
}

/** A line above the screen, with a link to the wallet. */
export function LowBalanceBar({ message }: LowBalanceBarProps) {
  const t = useText()
  const { environment } = useWorkspace()
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
