import { campaignDeviceTypes } from '@kinora/contract/campaigns/values'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { TagInput } from '../../../ui/tag-input'
import type { FieldsProps } from './campaign-fields'
import { CountryInput } from './country-input'

/** Fields for targeting. An empty field does not limit. */
export function TargetFields({ form }: FieldsProps) {
  const t = useText()
  const countries = useField(form, 'countries')
  const devices = useField(form, 'deviceTypes')
  const tags = useField(form, 'tags')
  const chosen = devices.value ?? []
  return (
    <>
      <CountryInput value={countries.value ?? []} onChange={countries.onChange} error={countries.error} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-13 font-mid">{t('campaigns:campaigns.devices')}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {campaignDeviceTypes.map((id) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={(on) =>
                devices.onChange(
                  campaignDeviceTypes.filter((one) => (one === id ? on : chosen.includes(one))),
                )
              }
            >
              {t(`campaigns:campaigns.deviceTypes.${id}`)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <TagInput
        optional
        label={t('campaigns:campaigns.tags')}
        help={t('campaigns:campaigns.tagsHelp')}
        value={tags.value ?? []}
        onChange={tags.onChange}
        error={tags.error}
      />
    </>
  )
}
