import type { AdChannel } from '@kinora/contract'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { TextArea } from '../../../ui/text-area'
import type { ChannelFields } from './channel-fields'
import { UrlField } from './url-field'

const addresses = ['openingBumperUrl', 'closingBumperUrl', 'slateUrl'] as const

interface FillerFieldsProps {
  readonly form: UseFormReturn<ChannelFields>
  readonly channel: AdChannel | null
  /** Type of the content. Only live streams have a slate. */
  readonly type: AdChannel['type']
}

/** Fields for house ads, bumpers and slate. */
export function FillerFields({ form, channel, type }: FillerFieldsProps) {
  const t = useText()
  const { error, onChange } = useField(form, 'houseAdUrls')
  const [houseAds, setHouseAds] = useState(channel?.houseAdUrls.join('\n') ?? '')
  const shown = addresses.filter((field) => field !== 'slateUrl' || type === 'live')
  return (
    <details open={houseAds !== '' || addresses.some((field) => channel?.[field])}>
      <summary className="cursor-pointer py-1 font-mid">{t('ads:channels.fillers.title')}</summary>
      <div className="flex flex-col gap-4 pt-3">
        <TextArea
          optional
          rows={2}
          name="houseAdUrls"
          label={t('ads:channels.fillers.houseAdUrls')}
          help={t('ads:channels.fillers.houseHelp')}
          value={houseAds}
          error={error}
          onChange={(typed) => {
            setHouseAds(typed)
            onChange(typed.split(/\s+/).filter((url) => url !== ''))
          }}
        />
        {shown.map((field) => (
          <UrlField
            key={field}
            form={form}
            field={field}
            optional
            label={t(`ads:channels.fillers.${field}`)}
            help={field === 'slateUrl' ? t('ads:channels.fillers.slateHelp') : undefined}
          />
        ))}
      </div>
    </details>
  )
}
