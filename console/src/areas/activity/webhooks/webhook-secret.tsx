import { useText } from '../../../lib/i18n'
import { SecretDialog } from '../../../ui/secret-dialog'
import { SecretField } from '../../../ui/secret-field'

/** Shows a signing secret once. */
export function WebhookSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const t = useText()
  return (
    <SecretDialog
      title={t('activity:webhooks.secretTitle')}
      about={t('activity:webhooks.secretAbout')}
      warning={t('activity:webhooks.secretWarning')}
      onDone={onDone}
    >
      <SecretField secret label={t('activity:webhooks.secret')} value={secret} />
    </SecretDialog>
  )
}
