import { createAir } from './air.ts'
import { createRecentFrames, type RecentFrames } from './recent-frames.ts'
import { createSilence, type Silence } from './silence.ts'
import {
  LIVE_TICKS,
  type LivePacket,
  type LiveSink,
  type LiveTrack,
  type LiveVideoTrack,
  type SourceCue,
} from './source.ts'

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
   * right after the last sent frame, however long ago that was: the source makes up for the lag
   * @param audioOf the source on air, whose audio goes on while the chosen one, which has none, is on the air */
  choose(source: string | null, from?: 'next-key' | 'last-key' | 'last-frame', audioOf?: string): void
  readonly chosen: () => string | null
  /** The source that viewers see. */
  readonly onAir: () => string | null
  /** Ticks by which the last frame is behind the wall clock. 0 before the first frame. */
  lag(): number
  /** Whether the source is sending video, or audio if it has no video. Sources with a low frame rate are given more time
   * between frames. */
  isSending(source: string): boolean
  /** Whether the audio of a source that has video is arriving. */
  isHeard(source: string): boolean
  /** The video of a source since its last keyframe. Null if it is not known. */
  lastPicture(source: string): LastPicture | null
}

export interface LastPicture {
  readonly track: LiveVideoTrack
  readonly frames: readonly LivePacket[]
}

interface Source {
  readonly tracks: Map<'video' | 'audio', LiveTrack>
  readonly silence: Silence
  /** When its last audio arrived. */
  heardAt: number
  /** Video packets since the last keyframe. Empty above the limit. */
  readonly recent: RecentFrames
  /** Packets that were not sent, because the source is too early. */
  readonly held: RecentFrames
  /** Cues received while the source is not on air. */
  cues: SourceCue[]
}

/** Limit of the packets kept of a source. */
const MAX_RECENT_BYTES = 6 * 1024 ** 2
const MAX_RECENT = 4 * LIVE_TICKS
const MAX_CUES = 16
/** Time without audio after which a source is not heard any more. */
const UNHEARD = 0.6 * LIVE_TICKS

export function createBridge({ now, output, onAir, onCue }: BridgeOptions): Bridge {
  const sources = new Map<string, Source>()
  const sendTrack = createTrackSender(output)
  const air = createAir(now, output)
  let chosen: string | null = null
  let mayLag = false
  /** The source whose audio goes on while another one is on the air. */
  let beside: { readonly of: string; readonly under: string } | null = null

  function enter(id: string, source: Source, packet: LivePacket): void {
    air.enter(id, packet, { mayLag, keepsAudio: beside?.under === id })
    sendTracks(source)
    mayLag = false
    onAir(id)
    sendCues(source)
  }

  /** Switches to a source with its frames since the last keyframe, if that is recent. */
  function enterAtLastKey(id: string, source: Source): void {
    const frames = source.recent.frames()
    const [first] = frames
    if (first === undefined || (frames.at(-1)?.dts ?? 0) - first.dts > MAX_RECENT) return
    const sendFrames = air.enterWith(id, frames)
    sendTracks(source)
    onAir(id)
    sendFrames()
    sendCues(source)
  }

  /** Sends the tracks. Video comes first, because it decides where segments begin. */
  function sendTracks({ tracks }: Source): void {
    for (const track of [tracks.get('video'), tracks.get('audio')]) if (track !== undefined) sendTrack(track)
  }

  /** Sends a cue. Without a time it applies to the newest frame. */
  function sendCue(cue: SourceCue): void {
    const at = air.timeOf(cue.ptsTicks)
    if (at !== null) onCue(cue, at)
  }

  /** Sends the cues that arrived before the source went on air, except those in the past. */
  function sendCues(source: Source): void {
    const { cues } = source
    source.cues = []
    for (const cue of cues) {
      const isPast = (air.timeOf(cue.ptsTicks ?? 0) ?? 0) < air.from() - MAX_RECENT
      if (!isPast) sendCue(cue)
    }
  }

  return {
    attach(id) {
      const source: Source = {
        tracks: new Map(),
        silence: createSilence(),
        heardAt: Number.NEGATIVE_INFINITY,
        recent: createRecentFrames(MAX_RECENT_BYTES),
        held: createRecentFrames(MAX_RECENT_BYTES),
        cues: [],
      }
      sources.set(id, source)
      return {
        track(track) {
          source.tracks.set(track.kind, track)
          if (track.kind === 'video') source.recent.clear()
          if (air.source() === id) sendTrack(track)
        },
        packet(packet) {
          const isLeader = packet.kind === 'video' || !source.tracks.has('video')
          if (isLeader) source.silence.heard(now(), packet)
          else source.heardAt = now()
          if (sources.get(id) !== source) return
          if (packet.kind === 'video') source.recent.add(packet)
          else if (beside?.of === id && air.source() === beside.under) air.sendBeside(packet)
          if (chosen === id && air.source() !== id && isLeader && packet.isKey) enter(id, source, packet)
          if (air.source() === id) air.send(source, packet)
        },
        cue(cue) {
          if (cue.kind === 'bad-cue' || sources.get(id) !== source) return
          if (air.source() === id) sendCue(cue)
          else if (cue.ptsTicks !== null) source.cues = [...source.cues, cue].slice(-MAX_CUES)
        },
        end() {
          if (sources.get(id) === source) sources.delete(id)
        },
      }
    },
    detach: (id) => sources.delete(id),
    choose(id, from = 'next-key', audioOf) {
      chosen = id
      if (id !== null && audioOf !== undefined) beside = { of: audioOf, under: id }
      mayLag = from === 'last-frame'
      if (id === null) air.stop()
      const source = id === null ? undefined : sources.get(id)
      if (from !== 'last-key' || id === null || air.source() === id || source === undefined) return
      enterAtLastKey(id, source)
    },
    chosen: () => chosen,
    onAir: air.source,
    lag: air.lag,
    isSending: (id) => sources.get(id)?.silence.isOver(now()) === false,
    isHeard: (id) => now() - (sources.get(id)?.heardAt ?? Number.NEGATIVE_INFINITY) < UNHEARD,
    lastPicture(id) {
      const source = sources.get(id)
      const track = source?.tracks.get('video')
      const frames = [...(source?.recent.frames() ?? [])]
      return track?.kind === 'video' && frames.length > 0 ? { track, frames } : null
    },
  }
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
