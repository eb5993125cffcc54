import type { AdChannel } from '@kinora/contract'
import { adStreamTypes } from '@kinora/contract/ads/values'
import { Suspense } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Segmented } from '../../../ui/segmented'
import { VideoSelect } from '../../library'
import { StreamSelect } from '../../live'
import type { ChannelFields } from './channel-fields'

interface ContentFieldProps {
  readonly form: UseFormReturn<ChannelFields>
  readonly type: AdChannel['type']
  readonly onType: (type: AdChannel['type']) => void
}

/** Field for the video or live stream of a channel. */
export function ContentField({ form, type, onType }: ContentFieldProps) {
  const t = useText()
  const { value, error, onChange } = useField(form, 'streamId')
  const Picker = type === 'video' ? VideoSelect : StreamSelect
  return (
    <>
      <div>
        <Segmented
          label={t('ads:channels.fields.type')}
          value={type}
          options={adStreamTypes.map((id) => ({ id, content: t(`ads:channels.types.${id}`) }))}
          onChange={(next) => {
            onType(next)
            onChange('')
          }}
        />
      </div>
      <Suspense>
        <Picker
          label={t(`ads:channels.types.${type}`)}
          value={value ?? ''}
          onChange={onChange}
          error={error}
        />
      </Suspense>
    </>
  )
}
