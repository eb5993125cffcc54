import type { Formatter } from '../../../lib/format'
import type { Translate } from '../../../lib/i18n'

const offeredS = [15, 30, 60, 90, 120, 180, 300]

/** Of a break that goes on until somebody ends it. */
export const endless = 'endless'

/** Lengths of breaks to choose from, in seconds. */
export function breakLengths(t: Translate, format: Formatter) {
  const lengths = offeredS.map((seconds) => ({ id: String(seconds), label: format.duration(seconds) }))
  return [...lengths, { id: endless, label: t('live:cues.endless') }]
}
