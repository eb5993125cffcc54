import { standardProfileId } from '@kinora/contract'
import { STANDARD_ENCODING } from '@kinora/media'
import type { UsedProfile } from './content-facts.ts'

/** The profile of videos without one. */
export const standardProfile: UsedProfile = {
  id: standardProfileId,
  name: 'Standard',
  builtIn: 'standard',
  settings: STANDARD_ENCODING,
  watermarkId: null,
}
