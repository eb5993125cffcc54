/** Session data of the multivariant playlists of live streams. */
export const LIVE_DATA_ID = 'io.kinora.live'
/** Class of the date ranges in which the slate is shown. */
export const SLATE_CLASS = 'io.kinora.slate'
