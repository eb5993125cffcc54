import { useQuery } from '@tanstack/react-query'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { useProfileName } from './profile-name'
import { useProfileOptions } from './profile-options'
import { profileChoicesQuery } from './queries'

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

interface ChosenProfileNameProps {
  readonly environmentId: string
  /** Null for the environment's default. */
  readonly profileId: string | null
}

/** The name of a chosen profile, or of the current default. */
export function ChosenProfileName({ environmentId, profileId }: ChosenProfileNameProps) {
  const profileName = useProfileName()
  const { data = [] } = useQuery(profileChoicesQuery(environmentId))
  const profile = data.find(({ id, isDefault }) => (profileId === null ? isDefault : id === profileId))
  return profile === undefined ? none : <bdi>{profileName(profile)}</bdi>
}
