import { audioRoles } from '@kinora/contract/library'
import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import { TrackNameFields } from '../subtitles/track-name-fields'
import type { TrackDetails } from './queries'

interface AudioTrackFieldsProps {
  readonly form: UseFormReturn<TrackDetails>
  /** The track is the default, which only choosing another track can change. */
  readonly staysDefault?: boolean
}

/** Name, language and role of an audio track. */
export function AudioTrackFields({ form, staysDefault = false }: AudioTrackFieldsProps) {
  const t = useText()
  const role = useField(form, 'role')
  const isDefault = useField(form, 'isDefault')
  return (
    <>
      <TrackNameFields
        name={useField(form, 'name')}
        languageCode={useField(form, 'languageCode')}
        nameHelp={t('library:audio.nameHelp')}
      />
      <Select
        label={t('library:audio.role')}
        help={t(`library:audio.roleHelp.${role.value}`)}
        value={role.value}
        onChange={role.onChange}
        options={audioRoles.map((id) => ({ id, label: t(`library:audio.roles.${id}`) }))}
      />
      {!staysDefault && (
        <Checkbox checked={isDefault.value} onChange={isDefault.onChange}>
          {t('library:audio.defaultChoice')}
        </Checkbox>
      )}
    </>
  )
}
