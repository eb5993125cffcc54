import { useState } from 'react'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { DateField } from '../../../ui/date-field'
import type { FieldsProps } from './campaign-fields'

/** Fields for start and end of the flight, in the user's local time. */
export function FlightFields({ form }: FieldsProps) {
  const t = useText()
  return (
    <div className="flex flex-col gap-4">
      <TimeField label={t('campaigns:campaigns.starts')} {...useField(form, 'startsAt')} />
      <TimeField label={t('campaigns:campaigns.ends')} {...useField(form, 'endsAt')} />
    </div>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly error: string | undefined
  readonly onChange: (time: string) => void
}

function TimeField({ label, value = '', error, onChange }: TimeFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState(() => localText(value))
  return (
    <DateField
      withTime
      label={label}
      value={typed}
      error={error && t('messages.required')}
      onChange={(next) => {
        setTyped(next)
        const time = new Date(next)
        onChange(Number.isNaN(time.getTime()) ? '' : time.toISOString())
      }}
    />
  )
}

/** Formats a time for an input, such as `2026-03-01T09:30` in local time. */
function localText(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
