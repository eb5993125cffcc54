import { createClockSteering } from './clock-steering.ts'
import type { RecentFrames } from './recent-frames.ts'
import { LIVE_TICKS, type LivePacket, type LiveSink } from './source.ts'
import { createEarlinessCheck, isClockJump, isEarlyStep } from './stamp-checks.ts'

/** A source whose packets are sent. */
export interface AirSource {
  readonly tracks: ReadonlyMap<LivePacket['kind'], unknown>
  /** Packets that were not sent, because the source is too early. */
  readonly held: RecentFrames
}

/** Sends the packets of the source on air on the session's clock, which stays near the wall clock. */
export interface Air {
  /** The source on air. */
  readonly source: () => string | null
  /** Puts a source on air. `send` its first packet next.
   * @param mayLag puts it right after the last frame, however long ago that was
   * @param keepsAudio the audio of the source before it goes on, with `sendBeside` */
  enter(id: string, first: LivePacket, how: { readonly mayLag: boolean; readonly keepsAudio: boolean }): void
  /** Puts a source on air with frames that fill the time from the last sent frame until now. The returned function sends
   * them. */
  enterWith(id: string, frames: readonly LivePacket[]): () => void
  send(source: AirSource, packet: LivePacket): void
  /** Sends audio of the source that was on the air before. */
  sendBeside(packet: LivePacket): void
  stop(): void
  /** Converts a time of the source. Null is the newest frame. Null without a source. */
  timeOf(ticks: number | null): number | null
  /** Time of the first frame since the switch. */
  readonly from: () => number
  /** Ticks by which the last frame is behind the wall clock. 0 before the first frame. */
  lag(): number
}

/** Conversion of times of the source on air. */
interface Conversion {
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
const MAX_STEERED_STEP = LIVE_TICKS / 2

export function createAir(now: () => number, output: Pick<LiveSink, 'packet'>): Air {
  let air: Conversion | null = null
  /** Offset of the audio that goes on beside the source on air. */
  let besideOffset: number | null = null
  const steering = createClockSteering()
  const earliness = createEarlinessCheck()
  /** Times of the last sent packets. */
  const last = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY }

  /** Time of the first frame after a switch: right after the last frame, or the wall clock after a longer gap, so that
   * the stream does not lag. */
  function nextTime(mayLag = false): number {
    const time = Math.max(0, Math.round(now()))
    const next = Number.isFinite(last.video) ? last.video + FRAME : last.audio + 1
    return mayLag || next > time - MAX_LAG ? Math.max(0, next) : time
  }

  /** Puts a source on air, or changes how its times are converted. */
  function go(source: string, times: Pick<Conversion, 'offset' | 'delay' | 'from'>): void {
    steering.reset()
    earliness.reset()
    air = { source, ...times, audioOffset: 0, apartSince: null, isHeld: false }
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

  function send(source: AirSource, packet: LivePacket): void {
    if (air === null) return
    if (packet.kind === 'audio' && source.tracks.has('video')) sendAudio(air, packet)
    else if (air.isHeld) hold(air, source, packet)
    else sendLeader(air, source, packet)
  }

  /** Sends video, or audio of a source without video. */
  function sendLeader(own: Conversion, source: AirSource, packet: LivePacket): void {
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
      source.held.begin(packet)
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
  function hold(own: Conversion, { held }: AirSource, packet: LivePacket): void {
    held.add(packet)
    const frames = held.frames()
    const [first] = frames
    if (first === undefined || now() < nextTime()) return
    const spread = spreadFrames(frames, first.isKey ? first.cts : own.delay, nextTime(), now())
    go(own.source, spread)
    if (packet.kind === 'video') sendSpread(frames, spread)
  }

  /** Sends audio that belongs to video. */
  function sendAudio(own: Conversion, packet: LivePacket): void {
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
    source: () => air?.source ?? null,
    enter(id, first, { mayLag, keepsAudio }) {
      const current = besideOffset ?? (air && air.offset + air.audioOffset)
      besideOffset = keepsAudio ? current : null
      const at = nextTime(mayLag)
      const delay = first.kind === 'video' ? first.cts : 0
      go(id, { offset: at - first.dts - delay, delay, from: at })
    },
    enterWith(id, frames) {
      const spread = spreadFrames(frames, frames[0]?.cts ?? 0, nextTime(), now())
      besideOffset = null
      go(id, spread)
      return () => sendSpread(frames, spread)
    },
    send,
    sendBeside(packet) {
      if (besideOffset === null) return
      const dts = packet.dts + besideOffset
      if (dts <= last.audio || Math.abs(dts - now()) > MAX_APART) return
      last.audio = dts
      output.packet({ ...packet, dts: Math.round(dts) })
    },
    stop() {
      air = null
    },
    timeOf(ticks) {
      if (air === null) return null
      const newest = Number.isFinite(last.video) ? last.video : last.audio
      return Math.round(ticks === null ? newest : ticks + air.offset)
    },
    from: () => air?.from ?? 0,
    lag: () => Math.max(0, now() - Math.max(last.video, last.audio, 0)),
  }
}

/** How frames are moved to a time, and how later frames follow. */
interface Spread extends Pick<Conversion, 'offset' | 'delay' | 'from'> {
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
