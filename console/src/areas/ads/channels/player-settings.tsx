import { adTrackings } from '@kinora/contract/ads/values'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import type { ChannelFields } from './channel-fields'

/** Fields for seeking and tracking in the player. */
export function PlayerSettings({ form }: { readonly form: UseFormReturn<ChannelFields> }) {
  const t = useText()
  const { value: allowSeek = false, onChange: onAllowSeek } = useField(form, 'allowSeekOverAds')
  const { value: tracking = 'server', onChange: onTracking } = useField(form, 'tracking')
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <Checkbox checked={allowSeek} onChange={onAllowSeek}>
          {t('ads:channels.fields.allowSeek')}
        </Checkbox>
        <p className="text-12 text-pretty text-ink-3">{t('ads:channels.help.allowSeek')}</p>
      </div>
      <Select
        label={t('ads:channels.fields.tracking')}
        value={tracking}
        onChange={onTracking}
        help={t('ads:channels.help.tracking')}
        options={adTrackings.map((id) => ({ id, label: t(`ads:channels.trackings.${id}`) }))}
      />
    </>
  )
}
