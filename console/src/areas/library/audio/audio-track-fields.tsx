import { audioRoles } from '@kinora/contract/library'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import { TrackNameFields } from '../subtitles/track-name-fields'
import type { TrackDetails } from './queries'

interface AudioTrackFieldsProps {
  readonly value: TrackDetails
  readonly onChange: (value: TrackDetails) => void
  readonly errors: Partial<Record<string, string>>
  /** The track is the default, which only choosing another track can change. */
  readonly staysDefault?: boolean
}

/** Name, language and role of an audio track. */
export function AudioTrackFields({ value, onChange, errors, staysDefault = false }: AudioTrackFieldsProps) {
  const t = useText()
  const { role, isDefault } = value
  return (
    <>
      <TrackNameFields
        value={value}
        errors={errors}
        nameHelp={t('library:audio.nameHelp')}
        onChange={(words) => onChange({ ...value, ...words })}
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
