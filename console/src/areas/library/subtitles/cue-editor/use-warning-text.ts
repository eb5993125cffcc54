import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { readingLimits } from '../cues/reading'
import type { Repair } from '../cues/repairs'
import { writeTime } from '../cues/times'
import type { Warning } from '../cues/warnings'

/** A translated warning with the measured value. */
export function useWarningText(): (warning: Warning) => string {
  const t = useText()
  const { number } = useFormat()
  return (warning) => {
    if (warning.kind === 'speed') {
      const most = number(readingLimits.charactersPerSecond)
      return t('library:cues.warnings.speed', { is: number(warning.perSecond), most })
    }
    if (warning.kind === 'line') {
      const most = number(readingLimits.lineLength)
      return t('library:cues.warnings.line', { is: number(warning.length), most })
    }
    return t(`library:cues.warnings.${warning.kind}`)
  }
}

/** Text that describes a repair. */
export function useRepairText(): (repair: Repair) => string {
  const t = useText()
  const { number } = useFormat()
  return (repair) => {
    switch (repair.kind) {
      case 'lengthen':
      case 'trim':
        return t(`library:cues.repairs.${repair.kind}`, { seconds: number(repair.seconds) })
      case 'end':
        return t('library:cues.repairs.end', { time: writeTime(repair.change.end) })
      default:
        return t(`library:cues.repairs.${repair.kind}`)
    }
  }
}
