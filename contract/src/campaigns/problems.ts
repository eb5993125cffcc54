/** Problems of the calls of campaigns: HTTP status and English title by ID. */
export const campaignProblems = {
  'campaign-limit': { status: 409, title: 'This environment has reached its limit of campaigns' },
  'creative-limit': { status: 409, title: 'This campaign has reached its limit of creatives' },
  'creative-changed': { status: 409, title: 'The creative was changed after you opened it' },
  'creative-unreachable': { status: 422, title: 'The file of the creative cannot be loaded' },
  'flight-invalid': { status: 422, title: 'The campaign must end after it starts' },
  /** The caller has an advertiser role. */
  'publisher-only': { status: 403, title: 'Only the publisher can set this' },
} as const
