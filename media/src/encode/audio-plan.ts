import type { Source, SourceAudio } from '../probe/probe.ts'
import { type Encoding, STANDARD_ENCODING } from './encoding.ts'

/** One audio rendition, made once for all rungs. `sourceIndex` is the stream's number in the source. */
export interface AudioTrack {
  name: string
  sourceIndex: number
  kind: 'encode' | 'copy'
  channels: 1 | 2
  bitrateKbps: number
  language: string | null
  title: string | null
  isDefault: boolean
  /** How it is made as loud as was asked for; missing where it stays as it is. */
  level?: Level
}

/** One gain for the whole track. Where peaks would pass the ceiling, those alone are held down. */
export interface Level {
  gainDb: number
  isLimited: boolean
}

export const AUDIO = { sampleRate: 48_000, maxTracks: 16 } as const

/** AAC-LC that starts with the file is copied; anything else becomes AAC-LC stereo, or mono where it was mono. */
export function planAudio(source: Source, wanted: Encoding['audio'] = STANDARD_ENCODING.audio): AudioTrack[] {
  const tracks = source.audio.slice(0, AUDIO.maxTracks)
  const preferred = Math.max(
    0,
    tracks.findIndex((track) => track.isDefault),
  )
  return tracks.map((track, n) => {
    const channels = track.channels === 1 && wanted.channels === 'source' ? 1 : 2
    return {
      name: `audio-${n}`,
      sourceIndex: track.index,
      kind: isCopyable(track, source.startTimeS, channels, wanted.kbps) ? 'copy' : 'encode',
      channels,
      bitrateKbps: channels === 1 ? wanted.kbps / 2 : wanted.kbps,
      language: track.language,
      title: track.title,
      isDefault: n === preferred,
    }
  })
}

/** The rendition of a file that was added: its first track of sound, or the one that it calls its default. */
export function planTrack(source: Source, name: string, wanted: Encoding['audio']): AudioTrack | null {
  const track = planAudio(source, wanted).find(({ isDefault }) => isDefault)
  return track === undefined ? null : { ...track, name, kind: 'encode' }
}

/** A late or early start is only mended by encoding: players that ignore edit lists would hear it shifted. */
const maxStartOffsetS = 0.015

function isCopyable(track: SourceAudio, fileStartS: number, channels: number, kbps: number): boolean {
  return (
    track.codec === 'aac' &&
    track.profile === 'LC' &&
    track.channels === channels &&
    (track.sampleRate === 44_100 || track.sampleRate === 48_000) &&
    Math.abs(track.startTimeS - fileStartS) <= maxStartOffsetS &&
    track.bitrate <= kbps * 2500
  )
}
