import { createSocket } from 'node:dgram'
import type { Logger } from '../../../platform/log.ts'

type Module = typeof import('node-datachannel')
/** The WebRTC library. */
export type RtcLibrary = Pick<Module, 'PeerConnection' | 'Video' | 'Audio' | 'IceUdpMuxListener'>
export type RtcPeerConnection = InstanceType<Module['PeerConnection']>
export type RtcTrack = ReturnType<RtcPeerConnection['addTrack']>

/** Loads the library. Null where it has no binary for this machine, or was not installed: live streams then go without
 * WebRTC. */
export async function loadRtcLibrary(log: Logger): Promise<RtcLibrary | null> {
  try {
    const module = (await import('node-datachannel')) as Module
    const { PeerConnection, Video, Audio, IceUdpMuxListener, initLogger } = module
    // It needs a callback: without one it writes to the terminal.
    initLogger('Error', (_level, message) => log.debug({ message }, 'WebRTC'))
    return { PeerConnection, Video, Audio, IceUdpMuxListener }
  } catch (err) {
    log.warn({ err }, 'WebRTC is not available: the library does not load')
    return null
  }
}

/** The port, or a free one for 0. Rejects if it is taken: the library would only say so for each peer. */
export async function reserveUdpPort(port: number, host: string): Promise<number> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, resolve)
  })
  const { port: free } = socket.address()
  await new Promise<void>((resolve) => socket.close(resolve))
  return free
}
