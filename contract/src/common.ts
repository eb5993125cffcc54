import * as z from 'zod/mini'

/** The specification's words for wrong input, in English; the console translates them by key. */
export const messages = {
  required: 'This field is required',
  whiteSpace: 'Entered value cannot start/end or have only white space',
  environmentName: 'This field is required without space at start/end/only space',
  email: 'invalid email address',
  accountNameLength: 'Enter at least 3 characters',
  accountNameLetters: 'Special characters/numbers are not allowed',
  password:
    'Use at least 8 characters with one uppercase, one lowercase, one number and one special character',
  passwordMatch: 'Password should match with new password!',
  otp: 'Enter the 6 digits',
  permissions: 'These permissions cannot be read',
  image: 'Invalid format,Only images(.jpeg,png,jpg) are allowed',
  imageRequired: 'Please select an image',
  imageTooLarge: 'The picture is larger than 10 MiB',
  clock: 'Please enter hh:mm:ss format',
  color: 'Enter a colour such as #1a2b3c',
  withinVideo: 'Please enter the time less than length of the video',
  afterStart: 'The end comes after the start',
  socialLength: 'A social clip lasts at most 10 minutes',
  headline: 'Enter at most 80 characters',
  logoSize: 'Enter 5 to 50 percent',
  gifLength: 'A GIF lasts at most 10 seconds',
  digits: 'Width and height digits only',
  tooSmall: 'At least 75 pixels wide and 60 high',
  tooLarge: 'That is larger than can be made',
  stillAsPoster: 'Only a picture that does not move can be the poster',
  webhookUrl: 'Please enter a valid url',
  url: 'Please enter valid url',
  urlRequired: 'URL required',
  playbackPolicy: 'Playback policy required',
  noReferrer: 'Name the sites that it may be played on',
  referrer: 'Enter a host such as example.com or *.example.com',
  videoFormat: 'Select a video in a supported format',
  audioFormat: 'Select a sound file in a supported format',
  subtitleFormat: 'Select a .srt or .vtt file',
  language: 'Choose a language that exists',
  sheet: 'Invalid file format. Only Excel files (.xlsx, .xls) are allowed.',
  sheetRequired: 'Please select a file',
  sheetTooLarge: 'The file is larger than 10 MB',
  fileRequired: 'Please select a file to upload',
  rungLines: 'Between 144 and 2160 lines',
  rungKbps: 'Between 100 and 60,000 kbit/s',
  rungsRequired: 'At least one size',
  rungTwice: 'Each size can be there once',
  codecH264: 'H.264 is always among them',
  codecTwice: 'Each codec can be there once',
  watermarkTooLarge: 'The picture is larger than 2 MiB',
  watermarkRequired: 'Choose a picture',
  metadataValue: 'This is no value of this type',
  metadataKeyTwice: 'Each key can be there once',
  viewTooLarge: 'This is more than a view can keep',
  tag: 'This field is required, please hit enter to add a tag',
} as const

export const uuid = z.uuid()
export const time = z.iso.datetime()

/** A name as people type it: something in it, no white space at either end. */
export const name = z.string().check(
  z.minLength(1, messages.required),
  z.maxLength(200),
  z.refine((value) => value.trim() === value, messages.whiteSpace),
)

/** `pageNum` from 1 and `pageSize` of at most 100. */
export const pageQuery = {
  pageNum: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), 12),
}

export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), pageNum: z.number(), pageSize: z.number(), totalItems: z.number() })
}

/**
 * A page of a long log: `cursor` is the last page's `nextCursor`, which is null at the end and only there. A page can
 * have fewer items than asked for, even none, where few of many records are wanted.
 */
export const cursorQuery = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
}

export function cursorPage<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}

export const idParams = z.object({ id: uuid })
