import Hls, { type ErrorData, Events } from 'hls.js'
import type { Fault, Listeners } from '../stream.ts'
import type { HlsPlayback } from './playback.ts'

const MEDIA_RECOVERIES = 2

interface FaultReports {
  /** Reports the faults of this instance while it plays. */
  take(opened: Hls): void
  /** Allows all recoveries again. */
  reset(): void
}

/** Reports errors that hls.js does not get over, also with its recovery from media errors. */
export function reportFaults(
  playback: Readonly<HlsPlayback>,
  { onFault, onRefused }: Pick<Listeners, 'onFault' | 'onRefused'>,
): FaultReports {
  let recoveries = 0
  return {
    take(opened) {
      opened.on(Events.ERROR, (_event, data) => {
        if (opened !== playback.hls) return
        if (!data.fatal) {
          if (playback.isLive && isRefusal(data)) onRefused()
          return
        }
        if (data.type === Hls.ErrorTypes.MEDIA_ERROR && recoveries < MEDIA_RECOVERIES) {
          recoveries += 1
          opened.recoverMediaError()
          return
        }
        onFault(faultOf(data))
      })
    },
    reset() {
      recoveries = 0
    },
  }
}

function isRefusal({ type, response }: ErrorData): boolean {
  const status = response?.code ?? 0
  return type === Hls.ErrorTypes.NETWORK_ERROR && status >= 400 && status < 500
}

function faultOf({ type, response }: ErrorData): Fault {
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return 'media'
  return response?.code === 404 || response?.code === 403 ? 'missing' : 'network'
}
