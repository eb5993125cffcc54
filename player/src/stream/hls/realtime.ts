import type { HlsPlayback } from './playback.ts'

export function supportsRealtime(): boolean {
  return typeof RTCPeerConnection !== 'undefined'
}

export function closeRealtime(playback: HlsPlayback): void {
  playback.realtime?.close()
  playback.realtime = null
}
