import { campaignLimits } from '@kinora/contract/campaigns/values'
import { useState } from 'react'
import { useField } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import type { FieldsProps } from './campaign-fields'

const offeredViews = [1, 2, 3, 5, 10]
const offeredHours = [1, 6, 12, 24, 72, 168, 720]
const NO_LIMIT = 'none'

/** Fields for the frequency cap and the total impressions. */
export function CapFields({ form }: FieldsProps) {
  const t = useText()
  const format = useFormat()
  const views = useField(form, 'viewerViews')
  const hours = useField(form, 'viewerHours')
  const total = useField(form, 'totalImpressions')
  const isCapped = typeof views.value === 'number'
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select
          label={t('campaigns:campaigns.viewerCap')}
          value={isCapped ? String(views.value) : NO_LIMIT}
          onChange={(id) => views.onChange(id === NO_LIMIT ? null : Number(id))}
          options={[
            { id: NO_LIMIT, label: t('campaigns:campaigns.noLimit') },
            ...withCurrent(offeredViews, views.value).map((count) => ({
              id: String(count),
              label: t('campaigns:campaigns.times', { count }),
            })),
          ]}
        />
        {isCapped && (
          <Select
            label={t('campaigns:campaigns.within')}
            value={String(hours.value ?? 24)}
            onChange={(id) => hours.onChange(Number(id))}
            options={withCurrent(offeredHours, hours.value).map((each) => ({
              id: String(each),
              label: format.hours(each),
            }))}
          />
        )}
      </div>
      <WholeNumber
        label={t('campaigns:campaigns.totalCap')}
        help={t('campaigns:campaigns.totalHelp')}
        value={total.value ?? null}
        onChange={total.onChange}
        error={total.error}
      />
    </>
  )
}

interface WholeNumberProps {
  readonly label: string
  readonly help: string
  readonly value: number | null
  readonly error: string | undefined
  readonly onChange: (value: number | null) => void
}

function WholeNumber({ value, onChange, ...field }: WholeNumberProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  return (
    <TextField
      {...field}
      ltr
      optional
      maxLength={String(campaignLimits.impressions).length}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        onChange(text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
      }}
    />
  )
}

function withCurrent(offered: readonly number[], current: number | null | undefined): number[] {
  return [...new Set([...offered, ...(current ? [current] : [])])].toSorted((a, b) => a - b)
}
