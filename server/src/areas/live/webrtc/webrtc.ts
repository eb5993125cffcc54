import type { ServerResponse } from 'node:http'
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

/** Starts WebRTC. Null if the library is missing or its port is in use: the node then does not offer WebRTC. */
export async function startWebRtc(
  { config, log, ffmpeg }: Pick<Live, 'config' | 'log' | 'ffmpeg'>,
  { onPublish, cwd, outputOf }: Pick<WhipOptions, 'onPublish' | 'cwd'> & Pick<WhepOptions, 'outputOf'>,
): Promise<WebRtc | null> {
  const library = await loadRtcLibrary(log)
  if (library === null) return null
  const endpoint = await endpointOf(config).catch((err: unknown) => {
    log.error({ err, port: config.WEBRTC_PORT }, 'WebRTC is not available: its UDP port cannot be used')
    return null
  })
  if (endpoint === null) return null
  // Holds the port while there are no peers. If another program took it, the library would abort the process.
  const port = new library.IceUdpMuxListener(endpoint.port, endpoint.bindAddress)
  const memoryBytes = config.ENCODE_MEMORY_BYTES
  const whip = startWhipServer({ library, endpoint, onPublish, ffmpeg, log, cwd, memoryBytes })
  const whep = startWhepServer({ library, endpoint, log, maxViewers: config.WEBRTC_VIEWERS, outputOf })
  return {
    port: endpoint.port,
    answer: (path, body, response) => answerNodeCall({ whip, whep }, path, body, response),
    close() {
      whip.close()
      whep.close()
      port.stop()
    },
  }
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
