import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { sumOf, type UploadView } from '../../../lib/upload'

/** "4 min left, 61 MB/s" for all active uploads; empty if none is active. */
export function useTraySummary(shown: readonly UploadView[]): string {
  const t = useText()
  const format = useFormat()
  const { secondsLeft, bytesPerSecond } = sumOf(shown)
  if (secondsLeft === undefined) return ''
  const time = format.timeSpan(secondsLeft)
  return t('library:tray.sum', { time, speed: format.speed(bytesPerSecond) })
}
