import Hls, { type ErrorData, Events } from 'hls.js'
import type { Fault, Listeners } from '../stream.ts'
import type { HlsPlayback } from './playback.ts'

const MEDIA_RECOVERIES = 2

/** Reports the errors of an instance while it plays, except media errors that hls.js recovers from. */
export function reportFaults(
  playback: HlsPlayback,
  opened: Hls,
  { onFault, onRefused }: Pick<Listeners, 'onFault' | 'onRefused'>,
): void {
  opened.on(Events.ERROR, (_event, data) => {
    if (opened !== playback.hls) return
    if (!data.fatal) {
      if (playback.isLive && isRefusal(data)) onRefused()
    } else if (data.type === Hls.ErrorTypes.MEDIA_ERROR && playback.recoveries < MEDIA_RECOVERIES) {
      playback.recoveries += 1
      opened.recoverMediaError()
    } else onFault(faultOf(data))
  })
}

function isRefusal({ type, response }: ErrorData): boolean {
  const status = response?.code ?? 0
  return type === Hls.ErrorTypes.NETWORK_ERROR && status >= 400 && status < 500
}

function faultOf({ type, response }: ErrorData): Fault {
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return 'media'
  return response?.code === 404 || response?.code === 403 ? 'missing' : 'network'
}
