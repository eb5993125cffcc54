import { useQuery } from '@tanstack/react-query'
import { none } from '../../../lib/format'
import { useProfileName } from './profile-name'
import { profileChoicesQuery } from './queries'

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
