import type { SocialAccount } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'

/** Whether an account can be posted to, and if not, why. */
export function AccountState({ account: { state, reason, endsAt } }: { readonly account: SocialAccount }) {
  const t = useText()
  const format = useFormat()
  return (
    <span className="block py-1.5">
      <StatusMark tone={state === 'connected' ? 'good' : 'bad'}>
        {t(`social:accounts.states.${state}`)}
      </StatusMark>
      {reason !== null && (
        <span className="block text-12 text-pretty text-ink-3">{t(`social:accounts.reasons.${reason}`)}</span>
      )}
      {endsAt !== null && (
        <span className="block text-12 text-pretty text-warn">
          {t('social:accounts.endsAt', { at: format.date(endsAt) })}
        </span>
      )}
    </span>
  )
}
