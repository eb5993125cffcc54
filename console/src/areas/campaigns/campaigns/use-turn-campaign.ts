import type { Campaign } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useTurnCampaign } from '../queries'

/** Pauses or resumes a campaign, and shows the result as a toast. */
export function useTurn(campaign: Campaign) {
  const t = useText()
  const onError = useProblemToast(t('campaigns:campaigns.actions.failed'))
  const { mutate, isPending } = useTurnCampaign(campaign)
  const to = campaign.enabled ? 'pause' : 'resume'
  const turn = () =>
    mutate(to, {
      onError,
      onSuccess: ({ name }) => toast({ text: t(`campaigns:campaigns.done.${to}`, { name }), tone: 'good' }),
    })
  return { to, turn, isPending } as const
}
