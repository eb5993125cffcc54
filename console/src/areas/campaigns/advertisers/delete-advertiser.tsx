import type { Advertiser } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteAdvertiser } from '../queries'

interface DeleteAdvertiserProps {
  readonly advertiser: Advertiser
  readonly onClose: () => void
}

export function DeleteAdvertiser({ advertiser, onClose }: DeleteAdvertiserProps) {
  const t = useText()
  const name = isolate(advertiser.name)
  return (
    <ConfirmAction
      mutation={useDeleteAdvertiser()}
      of={advertiser}
      title={t('campaigns:advertisers.delete.title', { name })}
      confirm={t('campaigns:advertisers.delete.confirm')}
      cancel={t('campaigns:campaigns.delete.keep')}
      done={t('campaigns:campaigns.delete.done', { name })}
      failed={t('campaigns:advertisers.actions.failed')}
      onClose={onClose}
    >
      {t('campaigns:advertisers.delete.about')}
    </ConfirmAction>
  )
}
