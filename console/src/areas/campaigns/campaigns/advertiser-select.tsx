import { useQuery } from '@tanstack/react-query'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useRights, useWorkspace } from '../../identity'
import { advertisersQuery } from '../queries'
import type { FieldsProps } from './campaign-fields'

/** Select for the advertiser of a campaign. */
export function AdvertiserSelect({ form }: FieldsProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { read } = useRights('Settings', 'Adv Tenant OnBoarding')
  const { data } = useQuery({ ...advertisersQuery(environment.id, { pageSize: 100 }), enabled: read })
  const { value, onChange, error } = useField(form, 'advertiserId')
  const hasNone = !read || data?.totalItems === 0
  return (
    <Select
      label={t('campaigns:campaigns.advertiser')}
      {...(hasNone && { help: t('campaigns:campaigns.noAdvertiser') })}
      error={error && t('messages.required')}
      value={value || null}
      onChange={onChange}
      options={(data?.items ?? []).map(({ id, name }) => ({ id, label: name }))}
    />
  )
}
