import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { AudioTrack, Level } from './audio-plan.ts'
import { audioFilters } from './filters.ts'

/** Loudness of a whole track (EBU R 128). */
export interface Loudness {
  integratedLufs: number
  truePeakDb: number
}

/** Smaller deviations from the target are not corrected. */
const toleranceLu = 0.5
/** Ceiling of EBU R 128, in dB true peak. */
const ceilingDb = -1
/** Quieter audio is silence: it is below the gate of the measurement. */
const silenceLufs = -69
/** A higher gain would only amplify noise. */
const maxGainDb = 30

/** Measures the loudness of a track, for `parseLoudness`. One track per run, since the order of several results is
 * not defined. */
export function loudnessArgs(input: Input, track: AudioTrack): string[] {
  return [
    ...runArgs,
    '-loglevel',
    'info',
    ...pinnedInput(input),
    '-map',
    `0:${track.sourceIndex}`,
    '-af',
    [...audioFilters(track), 'ebur128=peak=true:framelog=verbose'].join(),
    '-f',
    'null',
    '-',
  ]
}

/** Reads the summary of ffmpeg's ebur128 filter. Null for a track without audible audio. */
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

/** Adds gains that bring the tracks to `targetLufs`. Tracks that are silent or already close to the target stay as
 * they are. */
export function addLoudnessGains(
  tracks: readonly AudioTrack[],
  measured: readonly (Loudness | null)[],
  targetLufs: number,
): AudioTrack[] {
  return tracks.map((track, n) => {
    const level = gainFor(measured[n], targetLufs)
    return level === null ? track : { ...track, kind: 'encode', level }
  })
}

function gainFor(loudness: Loudness | null | undefined, targetLufs: number): Level | null {
  if (!loudness || loudness.integratedLufs < silenceLufs) return null
  const gainDb = Math.min(maxGainDb, targetLufs - loudness.integratedLufs)
  if (Math.abs(gainDb) < toleranceLu) return null
  return { gainDb: Math.round(gainDb * 10) / 10, isLimited: loudness.truePeakDb + gainDb > ceilingDb }
}
