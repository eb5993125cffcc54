import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { useWorkspace } from '../../identity'
import { useProfileName } from './profile-name'
import { profileChoicesQuery } from './queries'

/** The option for the environment's default, whichever profile that becomes. */
const usual = 'default'

/** Profiles for a new video, the default first; empty if there is only one, and until `isWanted`. */
export function useProfileOptions(
  chosenId: string | null,
  onChoose: (id: string | null) => void,
  isWanted = true,
) {
  const t = useText()
  const { environment } = useWorkspace()
  const profileName = useProfileName()
  const { data: choices = [] } = useQuery({ ...profileChoicesQuery(environment.id), enabled: isWanted })
  const byDefault = choices.find(({ isDefault }) => isDefault)
  const options =
    choices.length > 1 && byDefault
      ? [
          { id: usual, label: t('library:profiles.usual', { name: isolate(profileName(byDefault)) }) },
          ...choices.map((choice) => ({ id: choice.id, label: profileName(choice) })),
        ]
      : []
  const chosen = choices.find(({ id }) => id === chosenId)
  return {
    options,
    /** A deleted profile falls back to the default. */
    value: chosen?.id ?? usual,
    choose: (id: string) => onChoose(id === usual ? null : id),
  }
}
