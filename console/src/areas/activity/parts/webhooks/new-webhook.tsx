import { useId, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { Dialog } from '../../../../ui/dialog'
import { useHere } from '../../../identity'
import { useCreateWebhook } from '../../queries-webhooks'
import { WebhookForm } from './webhook-form'
import { WebhookSecret } from './webhook-secret'

interface NewWebhookProps {
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Makes a webhook and then shows its secret, this once. */
export function NewWebhook({ onMade, onClose }: NewWebhookProps) {
  const t = useText()
  const formId = useId()
  const { environment } = useHere()
  const create = useCreateWebhook()
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <WebhookSecret secret={secret} onDone={onClose} />
  return (
    <Dialog
      wide
      title={t('activity:webhooks.new')}
      isOpen
      onOpenChange={onClose}
      foot={
        <>
          <Button onPress={onClose}>{t('activity:webhooks.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending}>
            {t('activity:webhooks.create')}
          </Button>
        </>
      }
    >
      <p>{t('activity:webhooks.newAbout', { environment: environment.name })}</p>
      <WebhookForm
        id={formId}
        url=""
        types={[]}
        error={create.error}
        onType={() => create.isError && create.reset()}
        onSubmit={(body) => {
          if (create.isPending) return
          create.mutate(
            { environmentId: environment.id, body },
            {
              onSuccess: (made) => {
                setSecret(made.secret)
                create.reset()
                onMade()
              },
            },
          )
        }}
      />
    </Dialog>
  )
}
