import type { ServerResponse } from 'node:http'
import {
  type AudioLevels,
  levelBytes,
  type PreviewConfig,
  type PreviewKind,
  previewHead,
  previewKinds,
} from '@kinora/contract'
import {
  avcCodec,
  createRecentFrames,
  LIVE_TICKS,
  type LivePacket,
  type LiveVideoTrack,
  pictureSizeOf,
} from '@kinora/media'
import type { AudioLevel } from './audio-level.ts'

/** The smallest rendition of a running stream with its audio levels and state, for the processes whose viewers watch it.
 * Nothing is encoded for it, and audio is decoded only while somebody watches. */
export interface PreviewSource {
  /** Names of the renditions, the smallest first. */
  setNames(names: readonly string[]): void
  track(name: string, track: LiveVideoTrack): void
  packet(name: string, packet: LivePacket): void
  remove(name: string): void
  /** Sends the preview to a response until it closes. */
  open(response: ServerResponse): void
  isWatched(): boolean
  /** Sends what has been collected. Call every 100 ms. */
  tick(): void
  end(): void
}

interface Shown {
  readonly name: string
  /** Only keyframes are sent of a rendition that is large, because its pictures are shown small. */
  readonly isLarge: boolean
  readonly config: Uint8Array
}

/** Frames of half a second are sent together, and those of all streams at the same time: each write, and each time that the
 * reader wakes up, costs more than the frames in it. */
const SEND_MS = 500
/** Every second one has the state. */
const STATE_EVERY = 2
const MAX_GOP_BYTES = 1024 ** 2
/** Unsent bytes of a reader. A slower reader is disconnected and reconnects. */
const MAX_UNSENT_BYTES = 8 * 1024 ** 2
/** Larger pictures are left out: a reader refuses them. */
const MAX_PICTURE_BYTES = 2 * 1024 ** 2
/** Lines of a rendition that is sent with all frames. */
const MAX_LINES = 480

export function createPreviewSource(level: Pick<AudioLevel, 'watch'>, state: () => unknown): PreviewSource {
  const readers = new Set<ServerResponse>()
  const tracks = new Map<string, LiveVideoTrack>()
  const gop = createRecentFrames(MAX_GOP_BYTES)
  let names: readonly string[] = []
  let shown: Shown | null = null
  let waiting: Uint8Array[] = []
  let turn = turnNow()

  function add(frame: readonly Uint8Array[]): void {
    if (readers.size > 0) waiting.push(...frame)
  }

  function show(name: string, track: LiveVideoTrack): void {
    const size = pictureSizeOf(track)
    if (track.codec !== 'h264' || size === null) return
    const { width, height } = size
    const description = Buffer.from(track.config).toString('base64')
    const config: PreviewConfig = { codec: avcCodec(track.config), width, height, description }
    shown = { name, isLarge: height > MAX_LINES, config: jsonBytes(config) }
    gop.clear()
    add(frameOf(previewKinds.config, shown.config, 0))
  }

  function send(): void {
    if (waiting.length === 0) return
    const bytes = Buffer.concat(waiting)
    waiting = []
    for (const reader of readers) {
      if (reader.writableLength > MAX_UNSENT_BYTES) reader.destroy()
      else reader.write(bytes)
    }
  }

  return {
    setNames(all) {
      names = all
    },
    track(name, track) {
      tracks.set(name, track)
      if (name === shown?.name) show(name, track)
    },
    packet(name, packet) {
      if (name !== names[0] || packet.data.length > MAX_PICTURE_BYTES) return
      const track = tracks.get(name)
      if (name !== shown?.name && packet.isKey && track !== undefined) show(name, track)
      if (shown?.name !== name || (shown.isLarge && !packet.isKey)) return
      gop.add(packet)
      if (readers.size > 0) add(framesOf(packet))
    },
    remove(name) {
      names = names.filter((each) => each !== name)
    },
    open(response) {
      send()
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      const known = [
        ...frameOf(previewKinds.state, jsonBytes(state()), 0),
        ...(shown === null ? [] : frameOf(previewKinds.config, shown.config, 0)),
        ...gop.frames().flatMap(framesOf),
      ]
      response.write(Buffer.concat(known))
      if (readers.size === 0)
        level.watch((levels: AudioLevels) => add(frameOf(previewKinds.levels, levelBytes(levels), 0)))
      readers.add(response)
      response.on('close', () => {
        readers.delete(response)
        if (readers.size > 0) return
        waiting = []
        level.watch(null)
      })
    },
    isWatched: () => readers.size > 0,
    tick() {
      if (readers.size === 0) return
      const next = turnNow()
      if (next === turn) return
      turn = next
      if (turn % STATE_EVERY === 0) add(frameOf(previewKinds.state, jsonBytes(state()), 0))
      send()
    },
    end() {
      level.watch(null)
      for (const reader of readers) reader.end()
      readers.clear()
    },
  }
}

/** Number of the current turn to send, the same for all streams of a process. */
function turnNow(): number {
  return Math.floor(performance.now() / SEND_MS)
}

function framesOf({ dts, cts, isKey, data }: LivePacket): Uint8Array[] {
  const timeMs = Math.max(0, Math.round(((dts + cts) / LIVE_TICKS) * 1000))
  return frameOf(isKey ? previewKinds.key : previewKinds.delta, data, timeMs)
}

function frameOf(kind: PreviewKind, data: Uint8Array, timeMs: number): Uint8Array[] {
  return [previewHead(0, { kind, timeMs, length: data.length }), data]
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
