import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'

/** The display name of a profile; translated for the built-in one. */
export function useProfileName() {
  const t = useText()
  return ({ builtIn, name }: Pick<Content['encodingProfile'], 'builtIn' | 'name'>) =>
    builtIn === null ? name : t(`library:profiles.builtIn.${builtIn}`)
}
