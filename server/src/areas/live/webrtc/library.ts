import { createSocket } from 'node:dgram'
import type { Logger } from '../../../platform/log.ts'

type Module = typeof import('node-datachannel')
/** The WebRTC library. It only connects and encrypts. Packet order, retransmissions, keyframe requests and reports are
 * our own (`media/src/live/rtc`). */
export type RtcLibrary = Pick<Module, 'PeerConnection' | 'Video' | 'Audio' | 'IceUdpMuxListener'>
export type RtcPeerConnection = InstanceType<Module['PeerConnection']>
export type RtcTrack = ReturnType<RtcPeerConnection['addTrack']>

/** Loads the library. Null if it is not installed or has no binary for this machine: WebRTC is then unavailable. */
export async function loadRtcLibrary(log: Logger): Promise<RtcLibrary | null> {
  try {
    const module = (await import('node-datachannel')) as Module
    const { PeerConnection, Video, Audio, IceUdpMuxListener, initLogger } = module
    // Without a callback the library writes to the terminal.
    initLogger('Error', (_level, message) => log.debug({ message }, 'WebRTC'))
    return { PeerConnection, Video, Audio, IceUdpMuxListener }
  } catch (err) {
    log.warn({ err }, 'WebRTC is not available: the library does not load')
    return null
  }
}

/** Checks that the port is free, or picks one for 0. Rejects if it is in use: the library would fail only at the first
 * peer. */
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
