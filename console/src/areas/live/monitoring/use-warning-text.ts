import type { StreamHealth } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { figureText, secondsText } from './figures'

/** Limits of the warnings, the same as on the server. */
const most = { keyframeS: 2, delayMs: 500, leastFrameRate: 20 } as const

/** Returns the text of a warning with the measured figure. */
export function useWarningText() {
  const t = useText()
  const format = useFormat()
  return ({ id, value, detail = '' }: StreamHealth['warnings'][number], bitrateKbps: number): string => {
    const measured = value ?? 0
    if (id === 'keyframes-far-apart')
      return t('live:monitoring.warning.keyframes', {
        interval: secondsText(t, format, measured),
        most: secondsText(t, format, most.keyframeS),
      })
    if (id === 'bitrate-low')
      return t('live:monitoring.warning.bitrate', {
        rate: figureText(t, format, 'bitrateKbps', bitrateKbps),
        usual: figureText(t, format, 'bitrateKbps', measured),
      })
    if (id === 'frame-rate-low')
      return t('live:monitoring.warning.frameRate', {
        rate: figureText(t, format, 'frameRate', measured),
        least: figureText(t, format, 'frameRate', most.leastFrameRate),
      })
    if (id === 'frames-dropped') return t('live:monitoring.warning.dropped', { count: measured })
    if (id === 'rungs-shed')
      return t('live:monitoring.warning.rungsShed', { count: measured, names: isolate(detail) })
    if (id === 'parts-late')
      return t('live:monitoring.warning.late', {
        delay: figureText(t, format, 'partDelayMs', measured),
        most: figureText(t, format, 'partDelayMs', most.delayMs),
      })
    if (id === 'audio-silent')
      return t('live:monitoring.warning.silent', { span: secondsText(t, format, measured) })
    if (id === 'audio-offset')
      return t(`live:monitoring.warning.${measured > 0 ? 'audioAhead' : 'audioBehind'}`, {
        offset: figureText(t, format, 'audioOffsetMs', Math.abs(measured)),
      })
    if (id === 'encoder-slow')
      return t('live:monitoring.warning.slow', { speed: figureText(t, format, 'encoderSpeed', measured) })
    return t('live:monitoring.warning.noAudio')
  }
}
