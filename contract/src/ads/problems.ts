/** Problems of the calls of ads: HTTP status and English title by ID. */
export const adProblems = {
  'ad-channel-limit': { status: 409, title: 'This environment has reached its limit of ad channels' },
  'ad-break-limit': { status: 409, title: 'This video has reached its limit of ad breaks' },
  'ad-break-exists': { status: 409, title: 'There is already an ad break at this time' },
  'cue-sheet-invalid': { status: 422, title: 'The cue sheet cannot be read' },
  'ad-break-outside': { status: 422, title: 'The ad break must be inside the video' },
  'ad-break-return': {
    status: 422,
    title: 'The resume time must be between the ad break and the end of the video',
  },
  'ad-places-unavailable': {
    status: 409,
    title: 'Places for ad breaks can be found only in a ready video with a source file',
  },
  'ad-figures-invalid': { status: 422, title: 'The figures of the ad server cannot be read' },
  /** The message in `errors` is one of `scte35Reasons`. */
  'scte35-invalid': { status: 422, title: 'The SCTE-35 message is not valid' },
  'ad-not-in-session': { status: 422, title: 'This ad is not in the session' },
} as const
