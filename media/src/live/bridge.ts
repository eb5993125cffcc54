import { createClockSteering } from './clock-steering.ts'
import { createRecentFrames, type RecentFrames } from './recent-frames.ts'
import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveTrack, type SourceCue } from './source.ts'

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
 * at a keyframe of the next one. Times stay continuous, even if the clock of a source restarts or jumps. */
export interface Bridge {
  /** Adds a source. Returns the sink for its packets. */
  attach(source: string): LiveSink
  detach(source: string): void
  /** Switches to a source. Null stops the output until the next call.
   * @param from `next-key` waits for a keyframe. `last-key` starts at once from the last keyframe, if it is recent, and
   * plays the frames since then faster, so that the stream has no gap */
  choose(source: string | null, from?: 'next-key' | 'last-key'): void
  readonly chosen: () => string | null
  /** The source that viewers see. */
  readonly onAir: () => string | null
  /** Ticks by which the last frame is behind the wall clock. 0 before the first frame. */
  lag(): number
  /** Ticks since the last video packet of the source, or since its last packet if it has no video. Null without one. */
  silentFor(source: string): number | null
}

interface Source {
  readonly tracks: Map<'video' | 'audio', LiveTrack>
  /** Arrival time of the last packet that counts for `silentFor`. */
  lastArrival: number | null
  /** Video packets since the last keyframe while the source is not on air. Empty above the limit. */
  readonly recent: RecentFrames
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
}

/** Larger jumps within a source are removed. */
const MAX_JUMP = 3 * LIVE_TICKS
/** Largest lag behind the wall clock. */
const MAX_LAG = LIVE_TICKS
const MAX_STEP_BACK = LIVE_TICKS / 2
const FRAME = LIVE_TICKS / 30
/** Limit of the packets kept of a source that is not on air. */
const MAX_RECENT_BYTES = 6 * 1024 ** 2
const MAX_STEERED_STEP = LIVE_TICKS / 2
const MAX_RECENT = 4 * LIVE_TICKS
const MAX_CUES = 16

export function createBridge({ now, output, onAir, onCue }: BridgeOptions): Bridge {
  const sources = new Map<string, Source>()
  const sendTrack = createTrackSender(output)
  let chosen: string | null = null
  let air: OnAir | null = null
  const steering = createClockSteering()
  /** Times of the last sent packets. */
  const last = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY }

  /** Time of the first frame after a switch: right after the last frame, or the wall clock after a longer gap, so that
   * the stream does not lag. */
  function nextTime(): number {
    const time = Math.max(0, Math.round(now()))
    const next = Number.isFinite(last.video) ? last.video + FRAME : last.audio + 1
    return next > time - MAX_LAG ? Math.max(0, next) : time
  }

  function enter(id: string, source: Source, packet: LivePacket): void {
    const at = nextTime()
    const delay = packet.kind === 'video' ? packet.cts : 0
    steering.reset()
    air = { source: id, offset: at - packet.dts - delay, delay, from: at }
    sendTracks(source)
    onAir(id)
    sendCues(source)
  }

  /** Sends the tracks. Video comes first, because it decides where segments begin. */
  function sendTracks({ tracks }: Source): void {
    for (const track of [tracks.get('video'), tracks.get('audio')]) if (track !== undefined) sendTrack(track)
  }

  /** Switches to a source with its frames since the last keyframe, which fill the time from the last sent frame until
   * now. */
  function enterAtLastKey(id: string, source: Source): void {
    const frames = source.recent.frames()
    const spread = spreadFrames(frames, nextTime(), now())
    if (spread === null) return
    const { move, offset, delay, end } = spread
    steering.reset()
    air = { source: id, offset, delay, from: end + offset }
    sendTracks(source)
    onAir(id)
    for (const packet of frames) {
      const dts = move(packet.dts + delay)
      if (dts <= last.video) continue
      last.video = dts
      const whole = Math.round(dts)
      output.packet({ ...packet, dts: whole, cts: Math.round(move(packet.dts + packet.cts)) - whole })
    }
    source.recent.clear()
    sendCues(source)
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
    const hasVideo = source.tracks.has('video')
    const delay = packet.kind === 'video' ? air.delay : 0
    let dts = packet.dts + air.offset + delay
    const step = dts - last[packet.kind]
    const isLeader = packet.kind === 'video' || !hasVideo
    if (Number.isFinite(step) && (step > MAX_JUMP || step < -MAX_STEP_BACK)) {
      if (!isLeader) return
      const at = nextTime()
      air = { ...air, offset: air.offset + at - dts, from: at }
      steering.reset()
      dts = at
    }
    if (packet.kind === 'audio' ? dts < air.from : dts <= last.video) return
    if (isLeader && Number.isFinite(last[packet.kind])) {
      const before = last[packet.kind]
      air.offset += steering.correction(dts - now(), Math.min(dts - before, MAX_STEERED_STEP), now())
    }
    last[packet.kind] = dts
    // Steering moves times by fractions of a tick, but containers need whole ticks.
    output.packet({ ...packet, dts: Math.round(dts), cts: packet.cts - delay })
  }

  return {
    attach(id) {
      const source: Source = {
        tracks: new Map(),
        lastArrival: null,
        recent: createRecentFrames(MAX_RECENT_BYTES),
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
          if (isLeader) source.lastArrival = now()
          if (sources.get(id) !== source) return
          if (chosen === id && air?.source !== id && isLeader && packet.isKey) {
            source.recent.clear()
            enter(id, source, packet)
          }
          if (air?.source === id) send(source, packet)
          else if (packet.kind === 'video') source.recent.add(packet)
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
      if (id === null) air = null
      const source = id === null ? undefined : sources.get(id)
      if (from === 'next-key' || id === null || air?.source === id || source === undefined) return
      enterAtLastKey(id, source)
    },
    chosen: () => chosen,
    onAir: () => air?.source ?? null,
    lag: () => Math.max(0, now() - Math.max(last.video, last.audio, 0)),
    silentFor(id) {
      const arrival = sources.get(id)?.lastArrival ?? null
      return arrival === null ? null : now() - arrival
    },
  }
}

/** Moves frames so that they fill the time from `at` until now, and later ones follow in real time. Null if they span too
 * much time. */
function spreadFrames(frames: readonly LivePacket[], at: number, now: number) {
  const [first] = frames
  const newest = frames.at(-1)
  if (first === undefined || newest === undefined || newest.dts - first.dts > MAX_RECENT) return null
  const delay = first.cts
  const span = newest.dts - first.dts
  const rate = span === 0 ? 1 : Math.min(1, Math.max(0, now - at) / span)
  const begin = first.dts + delay
  const end = newest.dts + delay
  const offset = at + span * rate - end
  const move = (time: number) => (time <= end ? at + (time - begin) * rate : time + offset)
  return { move, offset, delay, end }
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
