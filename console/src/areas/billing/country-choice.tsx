import { countryCodes } from '../../lib/country-codes'
import { useLanguage, useText } from '../../lib/i18n'
import { languages } from '../../lib/languages'
import { ComboBox } from '../../ui/combo-box'

interface CountryChoiceProps {
  /** Empty if none is chosen. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (code: string) => void
  readonly onBlur?: () => void
}

/** Selects a country by its name in the user's language. */
export function CountryChoice({ value, error, onChange, onBlur }: CountryChoiceProps) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const names = new Intl.DisplayNames(tag, { type: 'region' })
  const options = countryCodes
    .map((id) => ({ id, label: names.of(id) ?? id }))
    .toSorted((a, b) => a.label.localeCompare(b.label, tag))
  return (
    <ComboBox
      label={t('billing:details.country')}
      options={options}
      value={value === '' ? null : value}
      error={error}
      onChange={onChange}
      {...(onBlur && { onBlur })}
    />
  )
}
