import { useText } from '../../../lib/i18n'
import { localTime, momentOf } from '../../../lib/time/local-time'
import { zoneName } from '../../../lib/time/time-zone'
import { DateField } from '../../../ui/date-field'

interface StartTimeFieldProps {
  /** Defaults to the label for the start of a stream. */
  readonly label?: string
  /** A time of the API, or incomplete input. */
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (value: string | null) => void
}

/** Field for the scheduled start of a stream or a break. */
export function StartTimeField({ label, value, error, onChange }: StartTimeFieldProps) {
  const t = useText()
  return (
    <DateField
      optional={label === undefined}
      withTime
      label={label ?? t('live:streams.scheduled.label')}
      help={t(label === undefined ? 'live:streams.scheduled.help' : 'live:streams.scheduled.zone', {
        zone: zoneName(),
      })}
      value={value?.endsWith('Z') ? localTime(new Date(value)) : (value ?? '')}
      error={error}
      // The schema refuses an incomplete date.
      onChange={(typed) => onChange(typed === '' ? null : (momentOf(typed)?.toISOString() ?? typed))}
    />
  )
}
