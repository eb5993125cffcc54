import { useText } from '../../../lib/i18n'
import { ComboBox } from '../../../ui/combo-box'
import { TextField } from '../../../ui/text-field'
import { useLanguageNames } from './subtitle-languages'

interface Words {
  readonly name: string
  readonly languageCode: string
}

interface TrackNameFieldsProps {
  readonly value: Words
  readonly onChange: (value: Words) => void
  readonly errors: Partial<Record<string, string>>
  /** Explains what viewers see the name for. */
  readonly nameHelp: string
}

/** Language and name of a subtitle or audio track. */
export function TrackNameFields({
  value: { name, languageCode },
  onChange,
  errors,
  nameHelp,
}: TrackNameFieldsProps) {
  const t = useText()
  const { nameOf, options } = useLanguageNames()
  const known = languageCode === '' || options.some(({ id }) => id === languageCode)
  const all = known ? options : [{ id: languageCode, label: nameOf(languageCode) }, ...options]
  const choose = (code: string) => {
    // An unedited name follows the language.
    const isOwn = name !== '' && name !== nameOf(languageCode)
    onChange({ languageCode: code, name: isOwn ? name : nameOf(code) })
  }
  return (
    <>
      <ComboBox
        label={t('library:subtitles.language')}
        options={all}
        value={languageCode === '' ? null : languageCode}
        error={errors.languageCode}
        placeholder={t('library:subtitles.languageHint')}
        onChange={choose}
      />
      <TextField
        label={t('library:subtitles.name')}
        help={nameHelp}
        value={name}
        error={errors.name}
        maxLength={200}
        onChange={(typed) => onChange({ languageCode, name: typed })}
      />
    </>
  )
}
