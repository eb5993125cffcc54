import { useState } from 'react'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'

interface CpmFieldsProps {
  /** CPM in millionths of the currency. */
  readonly cpm: number | null
  readonly currency: string
  readonly error: string | undefined
  readonly help?: string
  readonly onCpm: (cpm: number | null) => void
  readonly onCurrency: (currency: string) => void
}

const MICROS = 1_000_000
const offered = ['USD', 'EUR', 'GBP', 'INR', 'AED', 'SAR', 'EGP', 'AUD', 'CAD', 'BRL', 'JPY', 'SGD', 'ZAR']

/** Fields for the CPM of ads without a price. */
export function CpmFields({ cpm, currency, error, help, onCpm, onCurrency }: CpmFieldsProps) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  // The text while typing, such as `1.`, which is not a number yet.
  const [typed, setTyped] = useState(cpm === null ? '' : String(cpm / MICROS))
  const names = new Intl.DisplayNames(tag, { type: 'currency' })
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <TextField
        ltr
        optional
        label={t('ads:channels.fields.cpm')}
        help={help ?? t('ads:channels.help.cpm')}
        value={typed}
        error={error}
        onChange={(text) => {
          setTyped(text)
          onCpm(microsOf(text))
        }}
      />
      <Select
        label={t('ads:channels.fields.currency')}
        value={currency}
        onChange={onCurrency}
        options={[...new Set([...offered, currency])].map((id) => ({
          id,
          label: `${id} · ${names.of(id) ?? id}`,
        }))}
      />
    </div>
  )
}

/** Null for an empty text, NaN for an invalid amount. */
function microsOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  return /^\d{1,6}(?:\.\d{0,6})?$/.test(trimmed) ? Math.round(Number(trimmed) * MICROS) : Number.NaN
}
