import { useText } from '../../../../lib/i18n'
import { Checkbox } from '../../../../ui/checkbox'
import { ComboBox } from '../../../../ui/combo-box'
import { TextField } from '../../../../ui/text-field'
import { useLanguageNames } from '../../subtitle-languages'

export interface Described {
  readonly name: string
  readonly languageCode: string
  readonly closedCaptions: boolean
}

interface SubtitleFieldsProps {
  readonly value: Described
  readonly onChange: (value: Described) => void
  readonly nameError: string | undefined
  readonly languageError: string | undefined
}

/** What a subtitle is called, in what language it is, and for whom. */
export function SubtitleFields({ value, onChange, nameError, languageError }: SubtitleFieldsProps) {
  const t = useText()
  const { nameOf, options } = useLanguageNames()
  const { name, languageCode, closedCaptions } = value
  const known = options.some(({ id }) => id === languageCode)
  const all =
    known || languageCode === '' ? options : [{ id: languageCode, label: nameOf(languageCode) }, ...options]
  const choose = (code: string) => {
    // A name that nobody thought of yet is the language's.
    const isOwn = name !== '' && name !== nameOf(languageCode)
    onChange({ ...value, languageCode: code, name: isOwn ? name : nameOf(code) })
  }
  return (
    <>
      <ComboBox
        label={t('library:subtitles.language')}
        options={all}
        value={languageCode === '' ? null : languageCode}
        error={languageError}
        placeholder={t('library:subtitles.languageHint')}
        onChange={choose}
      />
      <TextField
        label={t('library:subtitles.name')}
        help={t('library:subtitles.nameHelp')}
        value={name}
        error={nameError}
        maxLength={200}
        onChange={(typed) => onChange({ ...value, name: typed })}
      />
      <Checkbox checked={closedCaptions} onChange={(on) => onChange({ ...value, closedCaptions: on })}>
        {t('library:subtitles.captionsChoice')}
      </Checkbox>
    </>
  )
}
