import { useQuery } from '@tanstack/react-query'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import { CpmFields } from '../../ads'
import { useWorkspace } from '../../identity'
import { choosableChannelsQuery } from '../queries'
import type { FieldsProps } from './campaign-fields'

const priorities = Array.from({ length: 10 }, (_, n) => String(10 - n))

/** Fields that only the publisher can set. */
export function PublisherFields({ form }: FieldsProps) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const seesChannels = can(['Ad Insertion', 'Channel', 'read'])
  const { data } = useQuery({ ...choosableChannelsQuery(environment.id), enabled: seesChannels })
  const priority = useField(form, 'priority')
  const cpm = useField(form, 'cpm')
  const currency = useField(form, 'currency')
  const channels = useField(form, 'channelIds')
  const chosen = channels.value ?? []
  return (
    <>
      <Select
        label={t('campaigns:campaigns.priority')}
        help={t('campaigns:campaigns.priorityHelp')}
        value={String(priority.value ?? 5)}
        onChange={(id) => priority.onChange(Number(id))}
        options={priorities.map((id) => ({ id, label: id }))}
      />
      <CpmFields
        help={t('campaigns:campaigns.cpmHelp')}
        cpm={cpm.value ?? null}
        currency={currency.value ?? 'USD'}
        error={cpm.error}
        onCpm={cpm.onChange}
        onCurrency={currency.onChange}
      />
      {data !== undefined && data.items.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-13 font-mid">{t('campaigns:campaigns.channels')}</legend>
          <div className="flex max-h-52 flex-col gap-3 overflow-y-auto">
            {data.items.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={(on) =>
                  channels.onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              >
                <bdi>{name}</bdi>
              </Checkbox>
            ))}
          </div>
          <p className="text-12 text-ink-3">{t('campaigns:campaigns.channelsHelp')}</p>
        </fieldset>
      )}
    </>
  )
}
