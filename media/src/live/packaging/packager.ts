import {
  AAC_FRAME_SAMPLES,
  type AacFormat,
  outputRate,
  parseAacConfig,
  silentAacFrame,
} from '../codecs/aac.ts'
import { avcCodec, parameterSetsOf, sizeOfAvcConfig } from '../codecs/h264.ts'
import { audioInit, videoInit } from '../mp4/init-segment.ts'
import { LIVE_TICKS, type LivePacket, type LiveTrack } from '../source.ts'
import { type Chunker, createChunker } from './chunker.ts'
import type { Packaged } from './packaged.ts'

export interface PackagerOptions {
  /** The rendition whose keyframes decide where segments begin. Other renditions follow by time. */
  readonly reference: string
  /** Media sequence number of the first segment. */
  readonly firstMsn: number
  /** Whether an earlier packager wrote segments before the first one. */
  readonly continues: boolean
  readonly partS: number
  /** Segments end at the first keyframe after this length, or at any frame after `longestSegmentS`. */
  readonly segmentS: number
  readonly longestSegmentS: number
  /** Start of the session, epoch ms. */
  readonly epochMs: number
  readonly emit: (packaged: Packaged) => void
}

/** Writes the renditions of one stream as parts and segments for LL-HLS. Times of packets are ticks since the start of
 * the session, and stay continuous when the source changes. */
export interface Packager {
  /** Sets the configuration of a rendition, before its first packet. A changed configuration starts a discontinuity. */
  track(rendition: string, track: LiveTrack): void
  packet(rendition: string, packet: LivePacket): void
  /** Ends a rendition before the others. */
  remove(rendition: string): void
  /** Ends all segments. Call nothing after it. */
  end(): void
}

interface Cut {
  readonly msn: number
  readonly at: number
  readonly isDiscontinuous: boolean
  /** Number of discontinuities up to and including this segment. */
  readonly discontinuities: number
}

interface Rendition {
  readonly chunker: Chunker
  /** Items that wait until the reference has passed their time. */
  readonly waiting: (LivePacket | LiveTrack)[]
  /** Configuration of the frames up to `pending`. */
  config: Uint8Array | null
  /** Configuration of the frames after `pending`. */
  nextTrack: LiveTrack | null
  /** The last video packet, which waits for the next one to know its duration. */
  pending: LivePacket | null
  lastDuration: number
  /** Parameter sets, repeated before each keyframe for players that read only the first init segment. */
  parameterSets: Uint8Array
  /** Audio format and position. Null for video. */
  audio: { readonly format: AacFormat; nextSample: number | null } | null
  /** Media sequence number of the current segment. */
  msn: number | null
  /** Whether the configuration has changed since segment `msn` began. */
  isNewTrack: boolean
}

const MAX_WAITING = 1200
const MAX_CUTS = 64
/** Tolerance for encoded renditions, whose times are rounded to milliseconds. */
const FOLLOW_TOLERANCE = LIVE_TICKS / 200
/** Audio times follow the number of frames. Above this drift, frames are dropped, repeated or filled with silence. */
const AUDIO_DRIFT_S = 0.045
/** Shorter gaps repeat the next frame. Longer ones are filled with silence. */
const MAX_REPEATED_FRAMES = 4
/** Time without audio after which silence is written. */
const AUDIO_LATE_S = 1
const DEFAULT_FRAME_TICKS = LIVE_TICKS / 30

export function createPackager(options: PackagerOptions): Packager {
  const { reference, partS, epochMs, emit } = options
  const segmentTicks = options.segmentS * LIVE_TICKS
  const longestTicks = options.longestSegmentS * LIVE_TICKS
  const renditions = new Map<string, Rendition>()
  let nextMsn = options.firstMsn
  let cuts: Cut[] = []
  // An earlier packager had at most one discontinuity per segment.
  let discontinuities = options.firstMsn
  /** Time that the reference has passed: other renditions may write frames before it. */
  let passed = Number.NEGATIVE_INFINITY

  function renditionOf(id: string): Rendition {
    const known = renditions.get(id)
    if (known !== undefined) return known
    const made: Rendition = {
      waiting: [],
      config: null,
      nextTrack: null,
      pending: null,
      lastDuration: DEFAULT_FRAME_TICKS,
      parameterSets: new Uint8Array(0),
      audio: null,
      msn: null,
      isNewTrack: false,
      chunker: createChunker({ rendition: id, partS, epochMs, emit }),
    }
    renditions.set(id, made)
    return made
  }

  /** Begins a segment of the reference at `packet`, if one is due. */
  function cutAt(packet: LivePacket, isNewTrack: boolean): void {
    const last = cuts.at(-1)
    const isDue =
      last === undefined ||
      isNewTrack ||
      (packet.isKey && packet.dts - last.at >= segmentTicks - FOLLOW_TOLERANCE) ||
      packet.dts - last.at >= longestTicks - FOLLOW_TOLERANCE
    if (!isDue) return
    const isDiscontinuous = last === undefined ? options.continues : isNewTrack
    if (isDiscontinuous) discontinuities += 1
    cuts = [...cuts, { msn: nextMsn, at: packet.dts, isDiscontinuous, discontinuities }].slice(-MAX_CUTS)
    nextMsn += 1
  }

  /** Begins the segment of a frame at this time, if it is not open yet. False if no segment can contain the frame. */
  function follow(own: Rendition, at: number, tolerance: number): boolean {
    const cut = cuts.findLast((each) => each.at <= at + tolerance)
    if (cut === undefined) return false
    const { msn } = own
    if (msn !== null && cut.msn <= msn) return !own.isNewTrack
    const isDiscontinuous = cuts.some(
      (each) => each.isDiscontinuous && each.msn <= cut.msn && each.msn > (msn ?? cut.msn - 1),
    )
    own.chunker.begin({
      msn: cut.msn,
      discontinuities: cut.discontinuities,
      isDiscontinuous: isDiscontinuous || (msn !== null && own.isNewTrack),
    })
    own.msn = cut.msn
    own.isNewTrack = false
    return true
  }

  function applyTrack(own: Rendition): void {
    const track = own.nextTrack
    if (track === null) return
    own.nextTrack = null
    // Repeated by a restarted encoder. A discontinuity in one rendition only would not match the others.
    if (own !== renditions.get(reference) && isSame(own.config, track.config)) return
    own.config = track.config
    own.isNewTrack = true
    if (track.kind === 'video') {
      const size = sizeOfAvcConfig(track.config) ?? { width: 0, height: 0 }
      const facts = { kind: 'video', codecs: avcCodec(track.config), ...size } as const
      own.parameterSets = parameterSetsOf(track.config)
      own.chunker.setInit(videoInit(track.config, size), facts, LIVE_TICKS)
      return
    }
    const format = parseAacConfig(track.config)
    if (format === null) return
    const { channels, objectType } = format
    const codecs = `mp4a.40.${objectType}`
    const facts = { kind: 'audio', codecs, channels, sampleRate: outputRate(format) } as const
    own.chunker.setInit(audioInit(track.config, format), facts, format.sampleRate)
    own.audio = { format, nextSample: null }
  }

  function addVideo(own: Rendition, packet: LivePacket): void {
    const { pending } = own
    if (pending !== null) {
      own.lastDuration = Math.max(1, packet.dts - pending.dts)
      writeVideo(own, pending)
    }
    applyTrack(own)
    own.pending = packet.isKey ? { ...packet, data: joined(own.parameterSets, packet.data) } : packet
  }

  function writeVideo(own: Rendition, { data, cts, isKey, dts }: LivePacket): void {
    if (!follow(own, dts, FOLLOW_TOLERANCE)) return
    own.chunker.add({ data, offset: cts, isKey, decodeTime: dts, duration: own.lastDuration })
  }

  function addAudio(own: Rendition, packet: LivePacket): void {
    applyTrack(own)
    const state = own.audio
    if (state === null) return
    const { sampleRate } = state.format
    const expected = Math.round((packet.dts * sampleRate) / LIVE_TICKS)
    // Players expect the same segments in all renditions, so audio that starts late begins with silence.
    const [first] = own.msn === null ? cuts : []
    const missed = first ? expected - (first.at * sampleRate) / LIVE_TICKS : 0
    state.nextSample ??= expected - Math.max(0, Math.floor(missed / AAC_FRAME_SAMPLES)) * AAC_FRAME_SAMPLES
    const ahead = expected - state.nextSample
    if (ahead < -AUDIO_DRIFT_S * sampleRate) return
    if (ahead > AUDIO_DRIFT_S * sampleRate) {
      // The source has a slow clock. A repeated frame is less audible than silence.
      if (ahead < MAX_REPEATED_FRAMES * AAC_FRAME_SAMPLES) writeAudio(own, packet.data)
      else fillSilence(own, expected)
    }
    writeAudio(own, packet.data)
  }

  function writeAudio(own: Rendition, data: Uint8Array): void {
    const state = own.audio
    if (state === null || state.nextSample === null) return
    const decodeTime = state.nextSample
    state.nextSample += AAC_FRAME_SAMPLES
    if (!follow(own, (decodeTime * LIVE_TICKS) / state.format.sampleRate, 0)) return
    own.chunker.add({ data, offset: 0, isKey: true, decodeTime, duration: AAC_FRAME_SAMPLES })
  }

  /** Writes silence. @param until position in samples */
  function fillSilence(own: Rendition, until: number): void {
    const state = own.audio
    if (state === null || state.nextSample === null) return
    const frame = silentAacFrame(state.format.channels)
    if (frame === null) state.nextSample = until
    else while (state.nextSample + AAC_FRAME_SAMPLES <= until) writeAudio(own, frame)
  }

  function add(own: Rendition, item: LivePacket | LiveTrack): void {
    if ('config' in item) own.nextTrack = item
    else if (item.kind === 'video') addVideo(own, item)
    else addAudio(own, item)
  }

  function releaseFollowers(): void {
    for (const [id, own] of renditions) {
      if (id === reference) continue
      const isHeld = (item: LivePacket | LiveTrack) => 'dts' in item && item.dts >= passed
      const held = own.waiting.findIndex(isHeld)
      for (const item of own.waiting.splice(0, held === -1 ? own.waiting.length : held)) add(own, item)
      if (own.audio === null || own.audio.nextSample === null) continue
      const late = (passed / LIVE_TICKS - AUDIO_LATE_S) * own.audio.format.sampleRate
      if (own.audio.nextSample < late) fillSilence(own, late)
    }
  }

  return {
    track(id, track) {
      const own = renditionOf(id)
      if (id === reference) own.nextTrack = track
      else own.waiting.push(track)
    },
    packet(id, packet) {
      const own = renditionOf(id)
      if (id !== reference) {
        own.waiting.push(packet)
        if (own.waiting.length > MAX_WAITING) own.waiting.shift()
        if (packet.dts < passed) releaseFollowers()
        return
      }
      const isNewTrack = own.nextTrack !== null
      if (isNewTrack && !packet.isKey) return
      cutAt(packet, isNewTrack)
      passed = packet.dts
      add(own, packet)
      releaseFollowers()
    },
    remove(id) {
      renditions.get(id)?.chunker.end()
      renditions.delete(id)
    },
    end() {
      for (const own of renditions.values()) {
        for (const item of own.waiting.splice(0)) add(own, item)
        if (own.pending !== null) writeVideo(own, own.pending)
        own.pending = null
        own.chunker.end()
      }
    },
  }
}

function isSame(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && a.length === b.length && a.every((byte, n) => byte === b[n])
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
