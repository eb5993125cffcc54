import { activityMessages } from './activity/messages.ts'
import { identityMessages } from './identity/messages.ts'
import { libraryMessages } from './library/messages.ts'
import { liveMessages } from './live/messages.ts'

/** Validation messages of all areas. */
const platformMessages = {
  required: 'This field is required',
  characters: 'Only valid characters are allowed',
  whiteSpace: 'Entered value cannot start/end or have only white space',
  image: 'Invalid format,Only images(.jpeg,png,jpg) are allowed',
  imageRequired: 'Please select an image',
  imageTooLarge: 'The image is larger than 10 MB',
} as const

/** All validation messages in English, as quoted in the specification. The console translates them by key. */
export const messages = {
  ...platformMessages,
  ...identityMessages,
  ...activityMessages,
  ...libraryMessages,
  ...liveMessages,
}
