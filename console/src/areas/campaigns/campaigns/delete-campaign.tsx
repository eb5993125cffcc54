import type { Campaign } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteCampaign } from '../queries'

interface DeleteCampaignProps {
  readonly campaign: Campaign
  readonly onClose: () => void
  /** Called after success, instead of `onClose`. */
  readonly onDeleted?: () => void
}

export function DeleteCampaign({ campaign, onClose, onDeleted }: DeleteCampaignProps) {
  const t = useText()
  const name = isolate(campaign.name)
  return (
    <ConfirmAction
      mutation={useDeleteCampaign()}
      of={campaign}
      title={t('campaigns:campaigns.delete.title', { name })}
      confirm={t('campaigns:campaigns.delete.confirm')}
      cancel={t('campaigns:campaigns.delete.keep')}
      done={t('campaigns:campaigns.delete.done', { name })}
      failed={t('campaigns:campaigns.actions.failed')}
      onClose={onClose}
      {...(onDeleted && { onDone: onDeleted })}
    >
      {t('campaigns:campaigns.delete.about')}
    </ConfirmAction>
  )
}
