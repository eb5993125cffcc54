import type { AlertRule } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteRule } from '../queries'

interface DeleteRuleProps {
  readonly rule: AlertRule
  readonly onClose: () => void
}

export function DeleteRule({ rule, onClose }: DeleteRuleProps) {
  const t = useText()
  const name = isolate(rule.name)
  return (
    <ConfirmAction
      mutation={useDeleteRule()}
      of={rule}
      title={t('alerts:rule.delete.title', { name })}
      confirm={t('alerts:rule.delete.confirm')}
      cancel={t('alerts:rule.delete.keep')}
      done={t('alerts:rule.delete.done', { name })}
      failed={t('alerts:rule.actions.failed')}
      onClose={onClose}
    >
      {t('alerts:rule.delete.about')}
    </ConfirmAction>
  )
}
