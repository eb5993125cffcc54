import { useState } from 'react'
import { countryCodes } from '../../../lib/country-codes'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Chip } from '../../../ui/chip'
import { ComboBox } from '../../../ui/combo-box'

interface CountryInputProps {
  readonly value: readonly string[]
  readonly onChange: (codes: string[]) => void
  readonly error: string | undefined
}

/** Input for countries by name, in the user's language. */
export function CountryInput({ value, onChange, error }: CountryInputProps) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const [turn, setTurn] = useState(0)
  const names = new Intl.DisplayNames(tag, { type: 'region' })
  const nameOf = (code: string) => names.of(code) ?? code
  const options = countryCodes
    .filter((code) => !value.includes(code))
    .map((id) => ({ id, label: nameOf(id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, tag))
  return (
    <div className="flex flex-col gap-2">
      <ComboBox
        // A new key empties the field after each choice.
        key={turn}
        label={t('campaigns:campaigns.countries')}
        help={t('campaigns:campaigns.countriesHelp')}
        error={error}
        options={options}
        value={null}
        onChange={(code) => {
          onChange([...value, code])
          setTurn(turn + 1)
        }}
      />
      {value.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {value.map((code) => (
            <Chip key={code} onRemove={() => onChange(value.filter((other) => other !== code))}>
              {nameOf(code)}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}
