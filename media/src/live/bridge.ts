import { createClockSteering } from './clock-steering.ts'
import { createRecentFrames, type RecentFrames } from './recent-frames.ts'
import { createSilence, type Silence } from './silence.ts'
import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveTrack, type SourceCue } from './source.ts'
import { createEarlinessCheck, isClockJump, isEarlyStep } from './stamp-checks.ts'

export interface BridgeOptions {
  /** Ticks since the start of the session, by the wall clock. */
  readonly now: () => number
  /** Receives packets on the session's clock. `end` is never called. */
  readonly output: Pick<LiveSink, 'track' | 'packet'>
  /** Called when the output switches to another source. */
  readonly onAir: (source: string) => void
  /** Called for each cue of the source on air. @param at ticks on the session's clock */
  readonly onCue: (cue: SourceCue, at: number) => void
}

/** Joins the sources of a session into one continuous stream. One source is on air at a time, and the output switches
 * at a keyframe of the next one. Times stay continuous and near the wall clock, even if the clock of a source restarts,
 * jumps or is ahead. */
export interface Bridge {
  /** Adds a source. Returns the sink for its packets. */
  attach(source: string): LiveSink
  detach(source: string): void
  /** Switches to a source. Null stops the output until the next call.
   * @param from `next-key` waits for a keyframe. `last-key` starts at once from the last keyframe, if it is recent, and
   * plays the frames since then faster, so that the stream has no gap. `last-frame` waits for a keyframe too, and puts it
   * right after the last sent frame, however long ago that was: the source makes up for the lag */
  choose(source: string | null, from?: 'next-key' | 'last-key' | 'last-frame'): void
  readonly chosen: () => string | null
  /** The source that viewers see. */
  readonly onAir: () => string | null
  /** Ticks by which the last frame is behind the wall clock. 0 before the first frame. */
  lag(): number
  /** Whether the source is sending video, or audio if it has no video. Sources with a low frame rate are given more time
   * between frames. */
  isSending(source: string): boolean
}

interface Source {
  readonly tracks: Map<'video' | 'audio', LiveTrack>
  readonly silence: Silence
  /** Video packets since the last keyframe. Empty above the limit. */
  readonly recent: RecentFrames
  /** Video packets that were not sent, because the source is too early. */
  readonly held: RecentFrames
  /** Cues received while the source is not on air. */
  cues: SourceCue[]
}

/** Conversion of times of the source on air. */
interface OnAir {
  readonly source: string
  /** Offset from the source's clock to the session's clock. */
  offset: number
  /** Presentation delay for reordering, moved from the composition offset of each frame to its decode time. */
  delay: number
  /** Audio before this time belongs to frames before the switch. */
  from: number
  /** Further offset of audio whose times do not match those of the video. */
  audioOffset: number
  /** Time since which the audio does not match. Null if it does. */
  apartSince: number | null
  /** Whether frames are held until the wall clock has reached the last sent one. */
  isHeld: boolean
}

/** Largest difference between the times of video and audio that arrive together. */
const MAX_APART = 3 * LIVE_TICKS
/** Time for which audio waits for the video to jump as well. */
const MAX_APART_FOR = 0.3 * LIVE_TICKS
/** Largest lag behind the wall clock. */
const MAX_LAG = LIVE_TICKS
const FRAME = LIVE_TICKS / 30
/** Least distance of frames that are sent faster. Encoders count milliseconds. */
const MIN_STEP = LIVE_TICKS / 1000
/** Limit of the packets kept of a source. */
const MAX_RECENT_BYTES = 6 * 1024 ** 2
const MAX_STEERED_STEP = LIVE_TICKS / 2
const MAX_RECENT = 4 * LIVE_TICKS
const MAX_CUES = 16

export function createBridge({ now, output, onAir, onCue }: BridgeOptions): Bridge {
  const sources = new Map<string, Source>()
  const sendTrack = createTrackSender(output)
  let chosen: string | null = null
  let maxLag = MAX_LAG
  let air: OnAir | null = null
  const steering = createClockSteering()
  const earliness = createEarlinessCheck()
  /** Times of the last sent packets. */
  const last = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY }

  /** Time of the first frame after a switch: right after the last frame, or the wall clock after a longer gap, so that
   * the stream does not lag. */
  function nextTime(): number {
    const time = Math.max(0, Math.round(now()))
    const next = Number.isFinite(last.video) ? last.video + FRAME : last.audio + 1
    return next > time - maxLag ? Math.max(0, next) : time
  }

  function enter(id: string, source: Source, packet: LivePacket): void {
    const at = nextTime()
    const delay = packet.kind === 'video' ? packet.cts : 0
    go(id, { offset: at - packet.dts - delay, delay, from: at })
    sendTracks(source)
    maxLag = MAX_LAG
    onAir(id)
    sendCues(source)
  }

  /** Puts a source on air, or changes how its times are converted. */
  function go(source: string, times: Pick<OnAir, 'offset' | 'delay' | 'from'>): void {
    steering.reset()
    earliness.reset()
    air = { source, ...times, audioOffset: 0, apartSince: null, isHeld: false }
  }

  /** Sends the tracks. Video comes first, because it decides where segments begin. */
  function sendTracks({ tracks }: Source): void {
    for (const track of [tracks.get('video'), tracks.get('audio')]) if (track !== undefined) sendTrack(track)
  }

  /** Switches to a source with its frames since the last keyframe, which fill the time from the last sent frame until
   * now. */
  function enterAtLastKey(id: string, source: Source): void {
    const frames = source.recent.frames()
    const [first] = frames
    if (first === undefined || (frames.at(-1)?.dts ?? 0) - first.dts > MAX_RECENT) return
    const spread = spreadFrames(frames, first.cts, nextTime(), now())
    go(id, spread)
    sendTracks(source)
    onAir(id)
    sendSpread(frames, spread)
    sendCues(source)
  }

  function sendSpread(frames: readonly LivePacket[], { move, delay, from }: Spread): void {
    for (const packet of frames) {
      const dts = Math.max(move(packet.dts + delay), last.video + MIN_STEP)
      last.video = dts
      const whole = Math.round(dts)
      const cts = Math.round(move(packet.dts + packet.cts) - move(packet.dts + delay))
      output.packet({ ...packet, dts: whole, cts })
    }
    if (air !== null) air.offset += Math.max(0, last.video - from)
  }

  /** Sends a cue. Without a time it applies to the newest frame. */
  function sendCue(cue: SourceCue): void {
    if (air === null) return
    const newest = Number.isFinite(last.video) ? last.video : last.audio
    onCue(cue, Math.round(cue.ptsTicks === null ? newest : cue.ptsTicks + air.offset))
  }

  /** Sends the cues that arrived before the source went on air, except those in the past. */
  function sendCues(source: Source): void {
    const { cues } = source
    source.cues = []
    for (const cue of cues) {
      const isPast = air !== null && (cue.ptsTicks ?? 0) + air.offset < air.from - MAX_RECENT
      if (!isPast) sendCue(cue)
    }
  }

  function send(source: Source, packet: LivePacket): void {
    if (air === null) return
    if (packet.kind === 'audio' && source.tracks.has('video')) sendAudio(air, packet)
    else if (air.isHeld) hold(air, source, packet)
    else sendLeader(air, source, packet)
  }

  /** Sends video, or audio of a source without video. */
  function sendLeader(own: OnAir, source: Source, packet: LivePacket): void {
    const { kind } = packet
    const delay = kind === 'video' ? own.delay : 0
    let dts = packet.dts + own.offset + delay
    const before = last[kind]
    const step = dts - before
    if (Number.isFinite(before) ? isClockJump(step, dts - now()) : Math.abs(dts - now()) > MAX_APART) {
      const at = nextTime()
      go(own.source, { offset: own.offset + at - dts, delay: own.delay, from: at })
      dts = at
    } else if (earliness.isTooEarly(dts - now(), now())) {
      own.isHeld = true
      source.held.clear()
      hold(own, source, packet)
      return
    }
    dts = Math.max(dts, before + 1)
    if (air !== null && Number.isFinite(before))
      air.offset += steering.correction(dts - now(), Math.min(dts - before, MAX_STEERED_STEP), now())
    last[kind] = dts
    // Steering moves times by fractions of a tick, but containers need whole ticks.
    output.packet({ ...packet, dts: Math.round(dts), cts: packet.cts - delay })
  }

  /** Holds the frames of a source that is too early. When the wall clock has reached the last sent frame, it continues
   * with the frames since then, or those since the last keyframe. */
  function hold(own: OnAir, { held }: Source, packet: LivePacket): void {
    const isVideo = packet.kind === 'video'
    if (isVideo && held.frames().length === 0) held.begin(packet)
    else if (isVideo) held.add(packet)
    const frames = isVideo ? held.frames() : [packet]
    const [first] = frames
    if (first === undefined || now() < nextTime()) return
    const spread = spreadFrames(frames, first.isKey && isVideo ? first.cts : own.delay, nextTime(), now())
    go(own.source, spread)
    if (isVideo) sendSpread(frames, spread)
  }

  /** Sends audio that belongs to video. */
  function sendAudio(own: OnAir, packet: LivePacket): void {
    if (own.isHeld) return
    const moved = packet.dts + own.offset
    let dts = moved + own.audioOffset
    const isApart = Math.abs(dts - last.video) > MAX_APART
    if (Number.isFinite(last.video) && (isApart || isEarlyStep(dts - last.audio, dts - now()))) {
      own.apartSince ??= now()
      if (now() - own.apartSince < MAX_APART_FOR) return
      if (isApart) {
        dts = Math.max(now(), last.audio + 1)
        own.audioOffset = dts - moved
      }
    }
    own.apartSince = null
    if (dts < own.from) return
    last.audio = dts
    output.packet({ ...packet, dts: Math.round(dts) })
  }

  return {
    attach(id) {
      const source: Source = {
        tracks: new Map(),
        silence: createSilence(),
        recent: createRecentFrames(MAX_RECENT_BYTES),
        held: createRecentFrames(MAX_RECENT_BYTES),
        cues: [],
      }
      sources.set(id, source)
      return {
        track(track) {
          source.tracks.set(track.kind, track)
          if (track.kind === 'video') source.recent.clear()
          if (air?.source === id) sendTrack(track)
        },
        packet(packet) {
          const isLeader = packet.kind === 'video' || !source.tracks.has('video')
          if (isLeader) source.silence.heard(now(), packet.isKey)
          if (sources.get(id) !== source) return
          if (packet.kind === 'video') source.recent.add(packet)
          if (chosen === id && air?.source !== id && isLeader && packet.isKey) enter(id, source, packet)
          if (air?.source === id) send(source, packet)
        },
        cue(cue) {
          if (cue.kind === 'bad-cue' || sources.get(id) !== source) return
          if (air?.source === id) sendCue(cue)
          else if (cue.ptsTicks !== null) source.cues = [...source.cues, cue].slice(-MAX_CUES)
        },
        end() {
          if (sources.get(id) === source) sources.delete(id)
        },
      }
    },
    detach: (id) => sources.delete(id),
    choose(id, from = 'next-key') {
      chosen = id
      maxLag = from === 'last-frame' ? Number.POSITIVE_INFINITY : MAX_LAG
      if (id === null) air = null
      const source = id === null ? undefined : sources.get(id)
      if (from !== 'last-key' || id === null || air?.source === id || source === undefined) return
      enterAtLastKey(id, source)
    },
    chosen: () => chosen,
    onAir: () => air?.source ?? null,
    lag: () => Math.max(0, now() - Math.max(last.video, last.audio, 0)),
    isSending: (id) => sources.get(id)?.silence.isOver(now()) === false,
  }
}

/** How frames are moved to a time, and how later frames follow. */
interface Spread extends Pick<OnAir, 'offset' | 'delay' | 'from'> {
  readonly move: (time: number) => number
}

/** Moves frames so that they fill the time from `at` until now, and later ones follow in real time. */
function spreadFrames(frames: readonly LivePacket[], delay: number, at: number, now: number): Spread {
  const firstDts = frames[0]?.dts ?? 0
  const span = (frames.at(-1)?.dts ?? 0) - firstDts
  const rate = span === 0 ? 1 : Math.min(1, Math.max(0, now - at) / span)
  const begin = firstDts + delay
  const end = begin + span
  const offset = at + span * rate - end
  const move = (time: number) => (time <= end ? at + (time - begin) * rate : time + offset)
  return { move, offset, delay, from: end + offset }
}

/** Makes the function that sends tracks, except repeated ones. */
function createTrackSender(output: Pick<LiveSink, 'track'>) {
  const sent = new Map<LiveTrack['kind'], LiveTrack>()
  return (track: LiveTrack) => {
    if (isSameTrack(sent.get(track.kind), track)) return
    sent.set(track.kind, track)
    output.track(track)
  }
}

function isSameTrack(a: LiveTrack | undefined, b: LiveTrack): boolean {
  return (
    a !== undefined &&
    a.codec === b.codec &&
    a.config.length === b.config.length &&
    a.config.every((byte, n) => byte === b.config[n])
  )
}
