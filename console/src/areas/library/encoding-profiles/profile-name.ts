import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'

/** A profile's name; of the built-in one in the language of the screen. */
export function useProfileName() {
  const t = useText()
  return ({ builtIn, name }: Pick<Content['encodingProfile'], 'builtIn' | 'name'>) =>
    builtIn === null ? name : t(`library:profiles.builtIn.${builtIn}`)
}
