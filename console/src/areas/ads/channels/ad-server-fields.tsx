import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import { offeredLengths } from '../lengths'
import type { ChannelFields } from './channel-fields'
import { UrlField } from './url-field'

const timeoutsMs = [300, 500, 1000, 1500, 2000, 3000]

/** Fields for preroll and the requests to ad servers. */
export function AdServerFields({ form }: { readonly form: UseFormReturn<ChannelFields> }) {
  const t = useText()
  const format = useFormat()
  const preroll = useField(form, 'preroll')
  const { value: longestS = 30, onChange: onLongest } = useField(form, 'maxPrerollDurationS')
  const { value: timeoutMs = 1500, onChange: onTimeout } = useField(form, 'adServerTimeoutMs')
  const timeouts = [...new Set([...timeoutsMs, timeoutMs])].toSorted((a, b) => a - b)
  const isOn = preroll.value ?? false
  return (
    <>
      <Checkbox checked={isOn} onChange={preroll.onChange}>
        {t('ads:channels.fields.preroll')}
      </Checkbox>
      {isOn && (
        <>
          <UrlField
            form={form}
            field="prerollAdTagUrl"
            label={t('ads:channels.fields.prerollTag')}
            help={t('ads:channels.help.prerollTag')}
          />
          <Select
            label={t('ads:channels.fields.maxPreroll')}
            value={String(longestS)}
            onChange={(id) => onLongest(Number(id))}
            options={offeredLengths(format, longestS)}
          />
        </>
      )}
      <UrlField
        form={form}
        field="midrollAdTagUrl"
        optional
        label={t('ads:channels.fields.midrollTag')}
        help={t('ads:channels.help.midrollTag')}
      />
      <Select
        label={t('ads:channels.fields.timeout')}
        value={String(timeoutMs)}
        onChange={(id) => onTimeout(Number(id))}
        help={t('ads:channels.help.timeout')}
        options={timeouts.map((ms) => ({
          id: String(ms),
          label: t('ads:channels.milliseconds', { ms: format.number(ms) }),
        }))}
      />
    </>
  )
}
