import { positionOfSettings, writeSettings } from './cue-settings.ts'
import { writeTime } from './cue-times.ts'
import type { Cue, TextTrack } from './cues.ts'
import { writeSrtText } from './srt-text.ts'

export function writeVtt(track: TextTrack): string {
  return blocks(['WEBVTT', ...headOf(track), ...track.cues.map(vttCue)])
}

/** SubRip, with the tags and positions that it supports. */
export function writeSrt({ cues }: TextTrack): string {
  return blocks(
    cues.map((cue, n) => {
      const place = positionOfSettings(cue.settings)
      const text = (place === 2 ? '' : `{\\an${place}}`) + writeSrtText(cue.text)
      return `${n + 1}\n${writeTime(cue.start, ',')} --> ${writeTime(cue.end, ',')}\n${text}`
    }),
  )
}

/** Seconds of the track. The end is excluded. */
export interface Stretch {
  readonly startS: number
  readonly endS: number
}

/** A segment of a track (RFC 8216 3.1.4 and 3.5): all cues that are visible during the stretch, with their original
 * times. */
export function vttSegment(track: TextTrack, { startS, endS }: Stretch): string {
  const mapped = `X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:${writeTime(0)}`
  const cues = track.cues.filter((cue) => cue.start < endS && cue.end > startS)
  return blocks([`WEBVTT\n${mapped}`, ...headOf(track), ...cues.map(vttCue)])
}

function headOf({ styles, regions }: TextTrack): string[] {
  return [...regions.map((region) => `REGION\n${region}`), ...styles.map((style) => `STYLE\n${style}`)]
}

function vttCue({ id, start, end, text, settings }: Cue): string {
  const timing = [`${writeTime(start)} --> ${writeTime(end)}`, writeSettings(settings)].filter(Boolean)
  return [id, timing.join(' '), text].filter(Boolean).join('\n')
}

const blocks = (all: readonly string[]) => `${all.join('\n\n')}\n`
