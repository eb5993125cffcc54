import type { ReportBody } from '@kinora/contract'
import { type ReportFrequency, reportFrequencies } from '@kinora/contract/reports/values'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ComboBox } from '../../../ui/combo-box'
import { DateField } from '../../../ui/date-field'
import { fieldLook, labelLook } from '../../../ui/field-look'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { useWeekdays } from '../list/use-when'
import { FieldGroup } from './field-group'

const zones = Intl.supportedValuesOf('timeZone')
const DAYS = 31

/** When a report is sent. */
export function ScheduleFields({ form }: { readonly form: UseFormReturn<ReportBody> }) {
  const t = useText()
  const frequency = useField(form, 'frequency')
  const sendOn = useField(form, 'sendOn')
  const from = useField(form, 'from')
  const to = useField(form, 'to')
  const timezone = useField(form, 'timezone')
  const isOnce = frequency.value === 'once'
  const choose = (next: ReportFrequency) => {
    frequency.onChange(next)
    if (next === 'weekly' && form.getValues('weekday') === null) form.setValue('weekday', 1)
    if (next === 'monthly' && form.getValues('monthDay') === null) form.setValue('monthDay', 1)
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-5">
        <FieldGroup label={t('reports:form.frequency')}>
          <Segmented
            label={t('reports:form.frequency')}
            value={frequency.value}
            onChange={choose}
            options={reportFrequencies.map((id) => ({ id, content: t(`reports:form.frequencies.${id}`) }))}
          />
        </FieldGroup>
        {isOnce && (
          <div className="w-44">
            <DateField
              label={t('reports:form.on')}
              value={sendOn.value ?? ''}
              onChange={(date) => sendOn.onChange(date === '' ? null : date)}
              error={sendOn.error}
            />
          </div>
        )}
        <DayField form={form} frequency={frequency.value} />
        <TimeField form={form} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label={t(isOnce ? 'reports:form.from' : 'reports:form.first')}
          value={from.value}
          onChange={from.onChange}
          error={from.error}
        />
        <DateField
          label={t(isOnce ? 'reports:form.to' : 'reports:form.last')}
          optional={!isOnce}
          value={to.value ?? ''}
          onChange={(date) => to.onChange(date === '' ? null : date)}
          error={to.error}
          {...(!isOnce && { help: t('reports:form.noEnd') })}
        />
        <ComboBox
          label={t('reports:form.zone')}
          // Browsers know zones under other names too, such as Asia/Kolkata.
          options={[...new Set(['UTC', timezone.value, ...zones])].map((id) => ({
            id,
            label: id.replaceAll('_', ' '),
          }))}
          value={timezone.value}
          onChange={timezone.onChange}
          error={timezone.error}
        />
      </div>
    </>
  )
}

interface DayFieldProps {
  readonly form: UseFormReturn<ReportBody>
  readonly frequency: ReportFrequency
}

/** The day of the week or of the month. */
function DayField({ form, frequency }: DayFieldProps) {
  const t = useText()
  const format = useFormat()
  const weekdays = useWeekdays()
  const weekday = useField(form, 'weekday')
  const monthDay = useField(form, 'monthDay')
  if (frequency !== 'weekly' && frequency !== 'monthly') return null
  const isWeekly = frequency === 'weekly'
  const field = isWeekly ? weekday : monthDay
  const names = isWeekly ? weekdays : Array.from({ length: DAYS }, (_, n) => format.number(n + 1))
  return (
    <div className="w-36">
      <Select
        label={t('reports:form.on')}
        value={field.value === null ? null : String(field.value)}
        onChange={(id) => field.onChange(Number(id))}
        options={names.map((label, n) => ({ id: String(n + 1), label }))}
        error={field.error}
      />
    </div>
  )
}

function TimeField({ form }: { readonly form: UseFormReturn<ReportBody> }) {
  const t = useText()
  const id = useId()
  const { value, onChange, onBlur } = useField(form, 'sendTime')
  return (
    <div className="flex w-34 flex-col gap-1.5">
      <label htmlFor={id} className={labelLook}>
        {t('reports:form.at')}
      </label>
      <input
        id={id}
        type="time"
        required
        value={value}
        // The browser clears an incomplete time, which is no time to send at.
        onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
        onBlur={onBlur}
        className={`${fieldLook} tabular h-(--h-control)`}
      />
    </div>
  )
}
