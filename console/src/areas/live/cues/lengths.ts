import type { Formatter } from '../../../lib/format'
import type { Translate } from '../../../lib/i18n'

const offeredS = [15, 30, 60, 90, 120, 180, 300]
const offeredLeadsS = [0, 2, 4, 6, 8, 10, 15, 30]

/** ID of the option for a break without a planned end. */
export const endless = 'endless'

/** Lengths of breaks to choose from, in seconds. */
export function breakLengths(t: Translate, format: Formatter) {
  const lengths = offeredS.map((seconds) => ({ id: String(seconds), label: format.duration(seconds) }))
  return [...lengths, { id: endless, label: t('live:cues.endless') }]
}

/** Times from the button to the break, in seconds. */
export function breakLeads(format: Formatter) {
  return offeredLeadsS.map((seconds) => ({ id: String(seconds), label: format.duration(seconds) }))
}
