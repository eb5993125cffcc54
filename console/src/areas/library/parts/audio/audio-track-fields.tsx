import { audioRoles } from '@kinora/contract/library'
import { useText } from '../../../../lib/i18n'
import { Checkbox } from '../../../../ui/checkbox'
import { ComboBox } from '../../../../ui/combo-box'
import { Select } from '../../../../ui/select'
import { TextField } from '../../../../ui/text-field'
import type { SaidOfTrack } from '../../queries-audio'
import { useLanguageNames } from '../../subtitle-languages'

interface AudioTrackFieldsProps {
  readonly value: SaidOfTrack
  readonly onChange: (value: SaidOfTrack) => void
  readonly errors: Partial<Record<string, string>>
  /** It is the default already, which is given away only by choosing another. */
  readonly staysDefault?: boolean
}

/** What a track is called, in what language it is, and what it is for. */
export function AudioTrackFields({ value, onChange, errors, staysDefault = false }: AudioTrackFieldsProps) {
  const t = useText()
  const { nameOf, options } = useLanguageNames()
  const { name, languageCode, role, isDefault } = value
  const known = languageCode === '' || options.some(({ id }) => id === languageCode)
  const all = known ? options : [{ id: languageCode, label: nameOf(languageCode) }, ...options]
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
        error={errors.languageCode}
        placeholder={t('library:subtitles.languageHint')}
        onChange={choose}
      />
      <TextField
        label={t('library:subtitles.name')}
        help={t('library:audio.nameHelp')}
        value={name}
        error={errors.name}
        maxLength={200}
        onChange={(typed) => onChange({ ...value, name: typed })}
      />
      <Select
        label={t('library:audio.role')}
        help={t(`library:audio.roleHelp.${role}`)}
        value={role}
        onChange={(chosen) => onChange({ ...value, role: chosen })}
        options={audioRoles.map((id) => ({ id, label: t(`library:audio.roles.${id}`) }))}
      />
      {!staysDefault && (
        <Checkbox checked={isDefault} onChange={(on) => onChange({ ...value, isDefault: on })}>
          {t('library:audio.defaultChoice')}
        </Checkbox>
      )}
    </>
  )
}
