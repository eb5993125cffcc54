import type { Livestream } from '@kinora/contract'
import { api } from '../../../lib/api'
import { problemOf } from '../../../lib/problem'

/** A WHIP session of this browser. */
export interface Publication {
  stop(): void
}

/** WHIP endpoint on this server. The content security policy allows no other server. */
const WHIP = '/whip'
const LIMIT_MS = 10_000
const VIDEO_BITS_PER_S = 4_000_000

/** Publishes the tracks with WHIP. Throws `Problem` if the server refuses.
 * @param onLost called once when the connection is lost, unless it was stopped */
export async function publish(
  { id, environmentId }: Livestream,
  media: MediaStream,
  onLost: () => void,
): Promise<Publication> {
  const { token } = await api('permitBrowser', { environmentId, params: { id } })
  const connection = new RTCPeerConnection()
  let session: string | null = null
  let isOver = false

  function stop(): void {
    if (isOver) return
    isOver = true
    connection.close()
    if (session !== null) void fetch(session, { method: 'DELETE', keepalive: true }).catch(() => undefined)
  }

  try {
    for (const track of media.getTracks()) await addTrack(connection, track, media)
    await connection.setLocalDescription()
    const response = await fetch(WHIP, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      body: connection.localDescription?.sdp ?? '',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (response.status !== 201)
      throw problemOf(response.status, await response.json().catch(() => undefined))
    const location = response.headers.get('location')
    session = location && new URL(location, window.location.href).pathname
    await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() })
    await whenConnected(connection)
  } catch (error) {
    stop()
    throw error
  }
  connection.addEventListener('connectionstatechange', () => {
    const isGone = ['disconnected', 'failed', 'closed'].includes(connection.connectionState)
    if (!isGone || isOver) return
    stop()
    onLost()
  })
  return { stop }
}

async function addTrack(
  connection: RTCPeerConnection,
  track: MediaStreamTrack,
  media: MediaStream,
): Promise<void> {
  const { sender } = connection.addTransceiver(track, {
    direction: 'sendonly',
    streams: [media],
    ...(track.kind === 'video' && { sendEncodings: [{ maxBitrate: VIDEO_BITS_PER_S }] }),
  })
  // On a slow connection the video keeps its resolution and lowers its frame rate.
  if (track.kind === 'video')
    await sender.setParameters({ ...sender.getParameters(), degradationPreference: 'maintain-resolution' })
}

function whenConnected(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the server cannot be reached by WebRTC'))
    const timer = setTimeout(fail, LIMIT_MS)
    const check = () => {
      const { connectionState } = connection
      if (connectionState !== 'connected' && connectionState !== 'failed') return
      clearTimeout(timer)
      connection.removeEventListener('connectionstatechange', check)
      if (connectionState === 'connected') resolve()
      else fail()
    }
    connection.addEventListener('connectionstatechange', check)
    check()
  })
}
