import type { Webhook } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'

export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  if (webhook.status === 'disabled')
    return <StatusMark tone="hollow">{t('activity:webhooks.disabled')}</StatusMark>
  if (webhook.failingSince !== null)
    return <StatusMark tone="bad">{t('activity:webhooks.failing')}</StatusMark>
  return <StatusMark tone="good">{t('activity:webhooks.active')}</StatusMark>
}
