import {
  candidatesIn,
  libraryOffer,
  type RtcAddress,
  type RtcLocal,
  type RtcMedia,
  type RtcOffer,
  type RtcSource,
  readLibraryAnswer,
} from '@kinora/media'
import type { RtcLibrary, RtcPeerConnection, RtcTrack } from './library.ts'
import { RTC_LIMITS } from './limits.ts'

/** Port and addresses that peers connect to. */
export interface RtcEndpoint {
  readonly port: number
  /** Undefined for all addresses of the machine. */
  readonly bindAddress: string | undefined
  /** Addresses announced to peers; null for those of the machine. */
  readonly announced: readonly string[] | null
}

/** A connection with a browser or an encoder. */
export interface RtcPeer {
  readonly local: RtcLocal
  readonly addresses: readonly RtcAddress[]
  /** Sends a packet of RTP or RTCP on the track. */
  send(mid: string, packet: Uint8Array): void
  isConnected(): boolean
  /** Closes the connection. No event follows. */
  close(): void
}

export interface PeerEvents {
  onPacket(mid: string, packet: Uint8Array): void
  onConnected(): void
  /** The peer has left or is unreachable. */
  onGone(): void
}

/** Opens a connection to the peer that sent the offer. Rejects if the library does not accept the offer.
 * @param sources sent streams. The library passes on reports about them. */
export async function openPeer(
  library: RtcLibrary,
  { port, bindAddress, announced }: RtcEndpoint,
  offer: RtcOffer,
  sources: readonly RtcSource[],
  events: PeerEvents,
): Promise<RtcPeer> {
  const connection: RtcPeerConnection = new library.PeerConnection('kinora', {
    iceServers: [],
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    disableAutoNegotiation: true,
    ...(bindAddress === undefined ? {} : { bindAddress }),
  })
  // Keeps references, because the library drops tracks without one.
  const tracks = new Map<string, RtcTrack>()
  let isClosed = false
  let isConnected = false

  function close(): void {
    if (isClosed) return
    isClosed = true
    tracks.clear()
    connection.close()
  }

  function add(track: RtcTrack): void {
    const mid = track.mid()
    tracks.set(mid, track)
    track.onMessage((packet) => {
      if (!isClosed) events.onPacket(mid, packet)
    })
  }

  connection.onTrack(add)
  connection.onStateChange((state) => {
    if (isClosed) return
    if (state === 'connected' && !isConnected) {
      isConnected = true
      events.onConnected()
    }
    if (state === 'failed' || state === 'closed') events.onGone()
  })
  try {
    for (const source of sources) {
      const media = offer.media.find(({ mid }) => mid === source.mid)
      if (media !== undefined) add(connection.addTrack(localMedia(library, media, source)))
    }
    const text = await answerOf(connection, libraryOffer(offer))
    const local = readLibraryAnswer(text)
    if (local === null) throw new Error('the WebRTC library made no answer')
    const own = candidatesIn(text)
    return {
      local,
      addresses: announced === null ? own : announced.map((host) => ({ host, port })),
      send(mid, packet) {
        const track = tracks.get(mid)
        if (!isClosed && track?.isOpen())
          track.sendMessageBinary(Buffer.from(packet.buffer, packet.byteOffset, packet.length))
      },
      isConnected: () => isConnected,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function localMedia(
  { Video, Audio }: RtcLibrary,
  { kind, mid, payloadType, format }: RtcMedia,
  { ssrc }: RtcSource,
) {
  if (kind === 'video') {
    const video = new Video(mid, 'SendOnly')
    video.addVideoCodec(payloadType, 'H264', format)
    video.addSSRC(ssrc, 'kinora')
    return video
  }
  const audio = new Audio(mid, 'SendOnly')
  audio.addAudioCodec(payloadType, 'opus', format)
  audio.addSSRC(ssrc, 'kinora')
  return audio
}

function answerOf(connection: RtcPeerConnection, offer: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the WebRTC library does not answer')),
      RTC_LIMITS.answerMs,
    )
    connection.onGatheringStateChange((state) => {
      if (state !== 'complete') return
      clearTimeout(timer)
      resolve(connection.localDescription()?.sdp ?? '')
    })
    try {
      connection.setRemoteDescription(offer, 'offer')
      connection.setLocalDescription('answer')
    } catch (error) {
      clearTimeout(timer)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
