import * as read from '../../lib/browser/read'

export const campaignsSearch = read.fields({
  q: read.text(''),
  advertiser: read.id(undefined),
  page: read.page(),
  /** Whether the dialog for a new campaign is open. */
  new: read.flag(false),
})
export type CampaignsSearch = read.FieldsRead<typeof campaignsSearch>
export const allCampaigns = { q: '', advertiser: undefined, page: 1, new: false } as const

/** Search parameters of a campaign. */
export const campaignSearch = read.fields({
  tab: read.oneOf(['report'], undefined),
  from: read.text(undefined),
  to: read.text(undefined),
})

/** Search parameters of the settings of advertisers. */
export const advertisersSearch = read.fields({
  tab: read.oneOf(['reviews'], undefined),
  state: read.oneOf(['waiting', 'approved', 'rejected'], 'waiting'),
  q: read.text(''),
  page: read.page(),
  new: read.flag(false),
})
export const allAdvertisers = { tab: undefined, state: 'waiting', q: '', page: 1, new: false } as const
