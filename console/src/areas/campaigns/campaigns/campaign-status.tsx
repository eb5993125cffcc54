import type { Campaign } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'

const tones = {
  draft: 'draft',
  scheduled: 'planned',
  active: 'good',
  paused: 'hollow',
  ended: 'hollow',
} as const

export function CampaignStatus({ campaign }: { readonly campaign: Pick<Campaign, 'state'> }) {
  const t = useText()
  return (
    <StatusMark tone={tones[campaign.state]}>{t(`campaigns:campaigns.states.${campaign.state}`)}</StatusMark>
  )
}
