import { AAC_FRAME_SAMPLES, type AacFormat, silentAacFrame } from '../codecs/aac.ts'
import { LIVE_TICKS, type LivePacket } from '../source.ts'
import type { Chunker } from './chunker.ts'
import type { Cuts } from './cuts.ts'
import type { SegmentFollower } from './segment-follower.ts'

/** Writes AAC frames without gaps: their times follow the number of frames. */
export interface AudioWriter {
  add(packet: LivePacket): void
  /** Writes silence until this time, if no frame arrived shortly before it. */
  fillUntil(ticks: number): void
}

/** Above this drift, frames are dropped, repeated or filled with silence. */
const AUDIO_DRIFT_S = 0.045
/** Shorter gaps repeat the next frame. Longer ones are filled with silence. */
const MAX_REPEATED_FRAMES = 4
/** Time without audio after which silence is written. Longer for sources whose audio arrives later than that. */
const AUDIO_LATE_S = 1
const MAX_AUDIO_LATE_S = 5
/** Added to the lateness of audio that has arrived too late. */
const LATER_S = 0.3

export function createAudioWriter(
  { channels, sampleRate }: AacFormat,
  chunker: Pick<Chunker, 'add'>,
  follower: SegmentFollower,
  cuts: Pick<Cuts, 'oldest'>,
): AudioWriter {
  /** Position of the next frame in samples. Null before the first one. */
  let nextSample: number | null = null
  let lateS = AUDIO_LATE_S
  /** Time that the reference has passed, in samples. */
  let passed = Number.NEGATIVE_INFINITY

  function write(data: Uint8Array): void {
    if (nextSample === null) return
    const decodeTime = nextSample
    nextSample += AAC_FRAME_SAMPLES
    if (!follower.follow((decodeTime * LIVE_TICKS) / sampleRate, 0)) return
    chunker.add({ data, offset: 0, isKey: true, decodeTime, duration: AAC_FRAME_SAMPLES })
  }

  /** Writes silence. @param until position in samples */
  function fill(until: number): void {
    if (nextSample === null) return
    const frame = silentAacFrame(channels)
    if (frame === null) nextSample = until
    else while (nextSample + AAC_FRAME_SAMPLES <= until) write(frame)
  }

  /** Position of the first frame. Players expect the same segments in all renditions, so audio that starts late begins
   * with silence. */
  function firstSample(expected: number): number {
    const first = follower.hasBegun() ? undefined : cuts.oldest()
    const missed = first ? expected - (first.at * sampleRate) / LIVE_TICKS : 0
    return expected - Math.max(0, Math.floor(missed / AAC_FRAME_SAMPLES)) * AAC_FRAME_SAMPLES
  }

  return {
    add({ dts, data }) {
      const expected = Math.round((dts * sampleRate) / LIVE_TICKS)
      nextSample ??= firstSample(expected)
      const ahead = expected - nextSample
      if (ahead < -AUDIO_DRIFT_S * sampleRate) {
        const arrivedLateS = (passed - expected) / sampleRate + LATER_S
        lateS = Math.min(Math.max(lateS, arrivedLateS), MAX_AUDIO_LATE_S)
        return
      }
      if (ahead > AUDIO_DRIFT_S * sampleRate) {
        // The source has a slow clock. A repeated frame is less audible than silence.
        if (ahead < MAX_REPEATED_FRAMES * AAC_FRAME_SAMPLES) write(data)
        else fill(expected)
      }
      write(data)
    },
    fillUntil(ticks) {
      passed = (ticks / LIVE_TICKS) * sampleRate
      const late = passed - lateS * sampleRate
      if (nextSample !== null && nextSample < late) fill(late)
    },
  }
}
