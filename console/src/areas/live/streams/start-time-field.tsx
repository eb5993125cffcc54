import { useText } from '../../../lib/i18n'
import { localTime, momentOf } from '../../../lib/time/local-time'
import { zoneName } from '../../../lib/time/time-zone'
import { DateField } from '../../../ui/date-field'

interface StartTimeFieldProps {
  /** A time of the API, or what was typed so far. */
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (value: string | null) => void
}

/** When a stream is planned to start. */
export function StartTimeField({ value, error, onChange }: StartTimeFieldProps) {
  const t = useText()
  return (
    <DateField
      optional
      withTime
      label={t('live:streams.scheduled.label')}
      help={t('live:streams.scheduled.help', { zone: zoneName() })}
      value={value?.endsWith('Z') ? localTime(new Date(value)) : (value ?? '')}
      error={error}
      // The schema refuses an incomplete date.
      onChange={(typed) => onChange(typed === '' ? null : (momentOf(typed)?.toISOString() ?? typed))}
    />
  )
}
