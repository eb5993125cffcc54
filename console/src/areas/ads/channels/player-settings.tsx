import type { AdChannel } from '@kinora/contract'
import { adTrackings } from '@kinora/contract/ads/values'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'

interface PlayerSettingsProps extends Pick<AdChannel, 'allowSeekOverAds' | 'tracking'> {
  readonly onAllowSeek: (allowSeekOverAds: boolean) => void
  readonly onTracking: (tracking: AdChannel['tracking']) => void
}

/** Fields for seeking and tracking in the player. */
export function PlayerSettings(props: PlayerSettingsProps) {
  const { allowSeekOverAds, tracking, onAllowSeek, onTracking } = props
  const t = useText()
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <Checkbox checked={allowSeekOverAds} onChange={onAllowSeek}>
          {t('ads:channels.fields.allowSeek')}
        </Checkbox>
        <p className="text-12 text-pretty text-ink-3">{t('ads:channels.help.allowSeek')}</p>
      </div>
      <Select
        label={t('ads:channels.fields.tracking')}
        value={tracking}
        onChange={(chosen) => onTracking(adTrackings.find((each) => each === chosen) ?? 'server')}
        help={t('ads:channels.help.tracking')}
        options={adTrackings.map((id) => ({ id, label: t(`ads:channels.trackings.${id}`) }))}
      />
    </>
  )
}
