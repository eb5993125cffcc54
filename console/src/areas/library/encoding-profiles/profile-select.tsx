import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useProfileOptions } from './profile-options'

interface ProfileSelectProps {
  /** Null for the environment's default. */
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** Selects the encoding profile; renders nothing if there is only one. */
export function ProfileSelect({ value, onChange }: ProfileSelectProps) {
  const t = useText()
  const profile = useProfileOptions(value, onChange)
  if (profile.options.length === 0) return null
  return (
    <Select
      label={t('library:profiles.one')}
      value={profile.value}
      onChange={profile.choose}
      options={profile.options}
    />
  )
}
