import { outputRate, parseAacConfig } from '../codecs/aac.ts'
import { avcCodec, parameterSetsOf, sizeOfAvcConfig } from '../codecs/h264.ts'
import { joined } from '../joined.ts'
import { audioInit, videoInit } from '../mp4/init-segment.ts'
import { LIVE_TICKS, type LivePacket, type LiveTrack } from '../source.ts'
import { type AudioWriter, createAudioWriter } from './audio-writer.ts'
import type { Chunker } from './chunker.ts'
import { type Cuts, FOLLOW_TOLERANCE } from './cuts.ts'
import { createSegmentFollower } from './segment-follower.ts'

/** Writes the frames of one rendition into the segments that the reference decides. */
export interface RenditionWriter {
  /** A track applies from the next frame on. */
  add(item: LivePacket | LiveTrack): void
  hasNewTrack(): boolean
  /** Writes silence until this time, if the rendition is audio that does not arrive. */
  fillUntil(ticks: number): void
  /** Writes the last frame, and ends the segment. */
  end(): void
  /** Ends the segment without the last frame. */
  breakOff(): void
}

const DEFAULT_FRAME_TICKS = LIVE_TICKS / 30

export function createRenditionWriter(
  chunker: Chunker,
  cuts: Cuts,
  isReference: () => boolean,
): RenditionWriter {
  const follower = createSegmentFollower(chunker, cuts)
  /** Configuration of the frames up to `pending`. */
  let config: Uint8Array | null = null
  /** Configuration of the frames after `pending`. */
  let nextTrack: LiveTrack | null = null
  /** The last video packet, which waits for the next one to know its duration. */
  let pending: LivePacket | null = null
  let lastDuration = DEFAULT_FRAME_TICKS
  /** Parameter sets, repeated before each keyframe for players that read only the first init segment. */
  let parameterSets: Uint8Array = new Uint8Array(0)
  let audio: AudioWriter | null = null

  function applyTrack(): void {
    const track = nextTrack
    if (track === null) return
    nextTrack = null
    // Repeated by a restarted encoder. A discontinuity in one rendition only would not match the others.
    if (!isReference() && isSame(config, track.config)) return
    config = track.config
    follower.trackChanged()
    if (track.kind === 'video') {
      const size = sizeOfAvcConfig(track.config) ?? { width: 0, height: 0 }
      const facts = { kind: 'video', codecs: avcCodec(track.config), ...size } as const
      parameterSets = parameterSetsOf(track.config)
      chunker.setInit(videoInit(track.config, size), facts, LIVE_TICKS)
      return
    }
    const format = parseAacConfig(track.config)
    if (format === null) return
    const { channels, objectType } = format
    const codecs = `mp4a.40.${objectType}`
    const facts = { kind: 'audio', codecs, channels, sampleRate: outputRate(format) } as const
    chunker.setInit(audioInit(track.config, format), facts, format.sampleRate)
    audio = createAudioWriter(format, chunker, follower, cuts)
  }

  function addVideo(packet: LivePacket): void {
    if (pending !== null) {
      lastDuration = Math.max(1, packet.dts - pending.dts)
      writeVideo(pending)
    }
    applyTrack()
    pending = packet.isKey ? { ...packet, data: joined(parameterSets, packet.data) } : packet
  }

  function writeVideo({ data, cts, isKey, dts }: LivePacket): void {
    if (!follower.follow(dts, FOLLOW_TOLERANCE)) return
    chunker.add({ data, offset: cts, isKey, decodeTime: dts, duration: lastDuration })
  }

  return {
    add(item) {
      if ('config' in item) nextTrack = item
      else if (item.kind === 'video') addVideo(item)
      else {
        applyTrack()
        audio?.add(item)
      }
    },
    hasNewTrack: () => nextTrack !== null,
    fillUntil: (ticks) => audio?.fillUntil(ticks),
    end() {
      if (pending !== null) writeVideo(pending)
      pending = null
      chunker.end()
    },
    breakOff: chunker.end,
  }
}

function isSame(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && a.length === b.length && a.every((byte, n) => byte === b[n])
}
