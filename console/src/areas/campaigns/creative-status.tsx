import type { CampaignCreative } from '@kinora/contract'
import { useText } from '../../lib/i18n'
import { StatusMark } from '../../ui/status-mark'

const tones = { waiting: 'draft', approved: 'good', rejected: 'bad' } as const

export function CreativeStatus({ creative }: { readonly creative: Pick<CampaignCreative, 'state'> }) {
  const t = useText()
  return (
    <StatusMark tone={tones[creative.state]}>{t(`campaigns:reviews.states.${creative.state}`)}</StatusMark>
  )
}
