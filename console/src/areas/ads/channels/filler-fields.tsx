import type { AdChannel } from '@kinora/contract'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'

const addresses = ['openingBumperUrl', 'closingBumperUrl', 'slateUrl'] as const
type Address = (typeof addresses)[number]

interface FillerFieldsProps {
  readonly channel: AdChannel | null
  /** Type of the content. Only live streams have a slate. */
  readonly type: AdChannel['type']
  readonly values: Readonly<Record<Address, string | null>>
  readonly errors: Readonly<Partial<Record<Address | 'houseAdUrls', string | undefined>>>
  readonly onHouseAds: (urls: string[]) => void
  readonly onChange: (field: Address, url: string | null) => void
}

/** Fields for house ads, bumpers and slate. */
export function FillerFields({ channel, type, values, errors, onHouseAds, onChange }: FillerFieldsProps) {
  const t = useText()
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
          error={errors.houseAdUrls}
          onChange={(typed) => {
            setHouseAds(typed)
            onHouseAds(typed.split(/\s+/).filter((url) => url !== ''))
          }}
        />
        {shown.map((field) => (
          <TextField
            key={field}
            ltr
            optional
            name={field}
            label={t(`ads:channels.fillers.${field}`)}
            help={field === 'slateUrl' ? t('ads:channels.fillers.slateHelp') : undefined}
            value={values[field] ?? ''}
            error={errors[field]}
            onChange={(typed) => onChange(field, typed.trim() === '' ? null : typed.trim())}
          />
        ))}
      </div>
    </details>
  )
}
