import type { ServerResponse } from 'node:http'
import { messageOf } from '../../../platform/log.ts'
import { listenOn } from '../ingest/listen.ts'
import type { Live } from '../live.ts'
import { loadRtcLibrary, reserveUdpPort } from './library.ts'
import { answerNodeCall } from './node-calls.ts'
import type { RtcEndpoint } from './peer.ts'
import { startWhepServer, type WhepOptions } from './whep.ts'
import { startWhipServer, type WhipOptions } from './whip.ts'

/** WebRTC of a live node: publishers by WHIP and viewers by WHEP. */
export interface WebRtc {
  readonly port: number
  /** Answers a call of the web server. False for other requests. */
  answer(path: string, body: string, response: ServerResponse): boolean
  close(): void
}

export type WebRtcStart =
  | { readonly webrtc: WebRtc; readonly fault: null }
  | { readonly webrtc: null; readonly fault: string }

/** Starts WebRTC. If the library is missing or its port is in use, the node does not offer WebRTC. */
export async function startWebRtc(
  { config, log, ffmpeg }: Pick<Live, 'config' | 'log' | 'ffmpeg'>,
  { onPublish, cwd, outputOf }: Pick<WhipOptions, 'onPublish' | 'cwd'> & Pick<WhepOptions, 'outputOf'>,
): Promise<WebRtcStart> {
  const library = await loadRtcLibrary(log)
  if (library === null) return { webrtc: null, fault: 'The library does not load.' }
  const setting = { protocol: 'WebRTC', port: config.WEBRTC_PORT, setting: 'WEBRTC_PORT' }
  const endpoint = await listenOn(setting, () => endpointOf(config)).catch(messageOf)
  if (typeof endpoint === 'string') {
    log.error({ fault: endpoint }, 'WebRTC is not available')
    return { webrtc: null, fault: endpoint }
  }
  // Holds the port while there are no peers. If another program took it, the library would abort the process.
  const port = new library.IceUdpMuxListener(endpoint.port, endpoint.bindAddress)
  const memoryBytes = config.ENCODE_MEMORY_BYTES
  const whip = startWhipServer({ library, endpoint, onPublish, ffmpeg, log, cwd, memoryBytes })
  const whep = startWhepServer({ library, endpoint, log, maxViewers: config.WEBRTC_VIEWERS, outputOf })
  const webrtc: WebRtc = {
    port: endpoint.port,
    answer: (path, body, response) => answerNodeCall({ whip, whep }, path, body, response),
    close() {
      whip.close()
      whep.close()
      port.stop()
    },
  }
  return { webrtc, fault: null }
}

const ALL_ADDRESSES = ['0.0.0.0', '::']

async function endpointOf({ HOST, WEBRTC_PORT, WEBRTC_HOST }: Live['config']): Promise<RtcEndpoint> {
  const isForAll = ALL_ADDRESSES.includes(HOST)
  return {
    port: await reserveUdpPort(WEBRTC_PORT, HOST),
    bindAddress: isForAll ? undefined : HOST,
    announced: WEBRTC_HOST.length === 0 ? null : WEBRTC_HOST,
  }
}
