import { previewKinds } from '@kinora/contract/live/preview-frames'
import { readWall } from './wall-stream'

/** Seconds that are kept behind the position, and by which it may be behind the newest audio. */
const KEPT_S = 20
const MOST_BEHIND_S = 3
const START_BEHIND_S = 0.7
/** Fragments that wait for the browser. */
const MAX_WAITING = 100

/** Plays the audio of a tile on an element until the returned function is called. */
export function playTileAudio(environmentId: string, tile: string, audio: HTMLAudioElement): () => void {
  let track: { append(data: Uint8Array<ArrayBuffer>): void; close(): void } | null = null
  const stop = readWall({
    environmentId,
    tiles: [tile],
    motion: 'audio',
    onFrame({ kind, data }) {
      if (kind === previewKinds.audioStart) {
        track?.close()
        const media = newMedia(audio)
        track = media && openTrack(audio, media)
      }
      if (kind === previewKinds.audioStart || kind === previewKinds.audio) track?.append(data)
    },
    onConnection: () => undefined,
  })
  return () => {
    stop()
    track?.close()
  }
}

/** iPhones have only the managed one. Null in browsers without any. */
function newMedia(audio: HTMLAudioElement): MediaSource | null {
  const { ManagedMediaSource: Managed } = window as { ManagedMediaSource?: typeof MediaSource }
  const Source = Managed ?? window.MediaSource
  if (Source === undefined) return null
  // A managed source plays only where the element cannot be handed to another device.
  audio.disableRemotePlayback = true
  return new Source()
}

function openTrack(audio: HTMLAudioElement, media: MediaSource) {
  const address = URL.createObjectURL(media)
  const waiting: Uint8Array<ArrayBuffer>[] = []
  let buffer: SourceBuffer | null = null

  function next(): void {
    if (buffer === null || buffer.updating || media.readyState !== 'open') return
    follow(buffer)
    if (buffer.updating) return
    const data = waiting.shift()
    if (data === undefined) return
    try {
      buffer.appendBuffer(data)
    } catch {
      // The element has an error, or its buffer is full: what is played is near the newest audio in any case.
      waiting.length = 0
    }
  }

  /** Stays near the newest audio, and removes what was heard. */
  function follow({ buffered }: SourceBuffer): void {
    if (buffered.length === 0) return
    const end = buffered.end(buffered.length - 1)
    const start = Math.max(buffered.start(buffered.length - 1), end - START_BEHIND_S)
    if (audio.currentTime < buffered.start(0) || end - audio.currentTime > MOST_BEHIND_S)
      audio.currentTime = start
    if (audio.paused) void audio.play().catch(() => undefined)
    if (audio.currentTime - buffered.start(0) > 2 * KEPT_S) buffer?.remove(0, audio.currentTime - KEPT_S)
  }

  media.addEventListener('sourceopen', () => {
    buffer = media.addSourceBuffer('audio/mp4; codecs="mp4a.40.2"')
    buffer.addEventListener('updateend', next)
    next()
  })
  audio.src = address
  return {
    append(data: Uint8Array<ArrayBuffer>) {
      if (waiting.length < MAX_WAITING) waiting.push(data)
      next()
    },
    close() {
      buffer?.removeEventListener('updateend', next)
      buffer = null
      audio.removeAttribute('src')
      URL.revokeObjectURL(address)
    },
  }
}
