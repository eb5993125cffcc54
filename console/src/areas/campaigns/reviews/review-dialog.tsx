import type { CampaignCreative } from '@kinora/contract'
import { campaignLimits } from '@kinora/contract/campaigns/values'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { TextArea } from '../../../ui/text-area'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useRights } from '../../identity'
import { CreativePreview } from '../creative-preview'
import { useReviewCreative } from '../queries'

interface ReviewDialogProps {
  readonly creative: CampaignCreative
  readonly onClose: () => void
}

/** Dialog to approve or reject a creative. */
export function ReviewDialog({ creative, onClose }: ReviewDialogProps) {
  const t = useText()
  const rights = useRights('Settings', 'Adv Tenant OnBoarding')
  const [reason, setReason] = useState(creative.reason ?? '')
  const review = useReviewCreative(creative)
  const { name } = creative
  const decide = (approved: boolean) =>
    review.mutate(
      { approved, reason: approved ? '' : reason },
      {
        onSuccess: () => {
          toast({
            text: t(`campaigns:reviews.done.${approved ? 'approved' : 'rejected'}`, { name }),
            tone: 'good',
          })
          onClose()
        },
      },
    )
  return (
    <Dialog
      isOpen
      wide
      title={name}
      keepOpen={review.isPending}
      onOpenChange={onClose}
      foot={
        rights.update ? (
          <>
            <Button variant="danger" disabled={review.isPending} onPress={() => decide(false)}>
              {t('campaigns:reviews.reject')}
            </Button>
            <Button variant="primary" busy={review.isPending} onPress={() => decide(true)}>
              {t('campaigns:reviews.approve')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        <CreativePreview creative={creative} />
        {rights.update && (
          <TextArea
            ownWay
            optional
            rows={2}
            label={t('campaigns:reviews.reason')}
            help={t('campaigns:reviews.reasonHelp')}
            value={reason}
            onChange={(typed) => setReason(typed.slice(0, campaignLimits.reasonLength))}
          />
        )}
        <FormProblem error={review.error} />
      </div>
    </Dialog>
  )
}
