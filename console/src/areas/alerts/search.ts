import * as read from '../../lib/browser/read'

export const alertsSearch = read.fields({
  tab: read.oneOf(['history', 'channels'], undefined),
  q: read.text(''),
  state: read.oneOf(['firing', 'quiet', 'off'], undefined),
  severity: read.oneOf(['critical', 'warning'], undefined),
  page: read.page(),
})
export type AlertsSearch = read.FieldsRead<typeof alertsSearch>
export const allAlerts = { tab: undefined, q: '', state: undefined, severity: undefined, page: 1 } as const
