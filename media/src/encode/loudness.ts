import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { AudioTrack, Level } from './audio-plan.ts'
import { soundFilters } from './filters.ts'

/** Of a whole track, by EBU R 128. */
export interface Loudness {
  integratedLufs: number
  truePeakDb: number
}

/** Sound that misses what was asked for by less than this is left as it is. */
const toleranceLu = 0.5
/** R 128's ceiling, in dB true peak. */
const ceilingDb = -1
/** What is this quiet is silence: the gate of the measurement lets nothing below it through. */
const silenceLufs = -69
/** More would bring up nothing but noise. */
const mostGainDb = 30

/** Plays a track through and says how loud it is: for `parseLoudness`. Of several at once the answers could change places. */
export function loudnessArgs(input: Input, track: AudioTrack): string[] {
  return [
    ...runArgs,
    ...['-loglevel', 'info'],
    ...pinnedInput(input),
    ...['-map', `0:${track.sourceIndex}`],
    ...['-af', [...soundFilters(track), 'ebur128=peak=true:framelog=verbose'].join()],
    ...['-f', 'null', '-'],
  ]
}

/** What ffmpeg's ebur128 says at the end; nothing of what has no sound. */
export function parseLoudness(stderr: string): Loudness {
  const summary = stderr.split('Summary:').at(-1) ?? ''
  return {
    integratedLufs: decibels(/I:\s+(\S+) LUFS/.exec(summary)?.[1]),
    truePeakDb: decibels(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1]),
  }
}

function decibels(text = ''): number {
  const value = Number.parseFloat(text)
  return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY
}

/** The tracks, each brought to `targetLufs` as it was measured. What is so loud already, or silent, stays as it is. */
export function levelled(
  tracks: readonly AudioTrack[],
  measured: readonly Loudness[],
  targetLufs: number,
): AudioTrack[] {
  return tracks.map((track, n) => {
    const level = levelFor(measured[n], targetLufs)
    return level === null ? track : { ...track, kind: 'encode', level }
  })
}

function levelFor(loudness: Loudness | undefined, targetLufs: number): Level | null {
  if (loudness === undefined || loudness.integratedLufs < silenceLufs) return null
  const gainDb = Math.min(mostGainDb, targetLufs - loudness.integratedLufs)
  if (Math.abs(gainDb) < toleranceLu) return null
  return { gainDb: Math.round(gainDb * 10) / 10, isLimited: loudness.truePeakDb + gainDb > ceilingDb }
}
