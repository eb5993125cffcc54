import { loadRtcLibrary } from '../../areas/live/webrtc/library.ts'
import { createLog } from '../../platform/log.ts'

/** An encoder or a viewer by WebRTC, without media of its own. */
export interface TestPeer {
  readonly sdp: string
  answer(sdp: string): void
  state(): string
  /** Packets that it has received. */
  packets(): number
  close(): void
}

/** Makes an offer, as encoders for WHIP (`sends`) and players for WHEP (`receives`) do. */
export async function offerPeer(does: 'sends' | 'receives'): Promise<TestPeer> {
  const library = await loadRtcLibrary(createLog('silent'))
  if (library === null) throw new Error('the WebRTC library does not load')
  const connection = new library.PeerConnection('test', { iceServers: [], disableAutoNegotiation: true })
  const video = new library.Video('0', does === 'sends' ? 'SendOnly' : 'RecvOnly')
  video.addVideoCodec(108, 'H264', 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f')
  if (does === 'sends') video.addSSRC(42, 'test')
  const track = connection.addTrack(video)
  let packets = 0
  track.onMessage(() => {
    packets += 1
  })
  const gathered = new Promise<void>((resolve) => {
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') resolve()
    })
  })
  connection.setLocalDescription('offer')
  await gathered
  return {
    sdp: connection.localDescription()?.sdp ?? '',
    answer: (sdp) => connection.setRemoteDescription(sdp, 'answer'),
    state: () => connection.state(),
    packets: () => packets,
    close() {
      // The library drops a track when it is collected as garbage, so the peer refers to it until the end.
      track.close()
      connection.close()
    },
  }
}
