import type { FieldProps } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { ComboBox } from '../../../ui/combo-box'
import { TextField } from '../../../ui/text-field'
import { useLanguageNames } from './subtitle-languages'

interface TrackNameFieldsProps {
  readonly name: FieldProps<string>
  readonly languageCode: FieldProps<string>
  /** Explains what viewers see the name for. */
  readonly nameHelp: string
}

/** Language and name of a subtitle or audio track. */
export function TrackNameFields({ name, languageCode, nameHelp }: TrackNameFieldsProps) {
  const t = useText()
  const { nameOf, options } = useLanguageNames()
  const { value: code, error, onChange, onBlur } = languageCode
  const known = code === '' || options.some(({ id }) => id === code)
  const all = known ? options : [{ id: code, label: nameOf(code) }, ...options]
  const choose = (chosen: string) => {
    // An unedited name follows the language.
    if (name.value === '' || name.value === nameOf(code)) name.onChange(nameOf(chosen))
    onChange(chosen)
  }
  return (
    <>
      <ComboBox
        label={t('library:subtitles.language')}
        options={all}
        value={code === '' ? null : code}
        error={error}
        placeholder={t('library:subtitles.languageHint')}
        onChange={choose}
        onBlur={onBlur}
      />
      <TextField {...name} label={t('library:subtitles.name')} help={nameHelp} maxLength={200} />
    </>
  )
}
