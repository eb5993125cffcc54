import type { Source, SourceAudio } from './probe.ts'

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
}

export const AUDIO = { sampleRate: 48_000, stereoKbps: 128, monoKbps: 64, maxTracks: 16 } as const

/** AAC-LC that starts with the file is copied; anything else becomes AAC-LC stereo, or mono where it was mono. */
export function planAudio(source: Source): AudioTrack[] {
  const tracks = source.audio.slice(0, AUDIO.maxTracks)
  const preferred = Math.max(
    0,
    tracks.findIndex((track) => track.isDefault),
  )
  return tracks.map((track, n) => {
    const channels = track.channels === 1 ? 1 : 2
    return {
      name: `audio-${n}`,
      sourceIndex: track.index,
      kind: isCopyable(track, source.startTimeS) ? 'copy' : 'encode',
      channels,
      bitrateKbps: channels === 1 ? AUDIO.monoKbps : AUDIO.stereoKbps,
      language: track.language,
      title: track.title,
      isDefault: n === preferred,
    }
  })
}

/** A late or early start is only mended by encoding: players that ignore edit lists would hear it shifted. */
const maxStartOffsetS = 0.015

function isCopyable(track: SourceAudio, fileStartS: number): boolean {
  return (
    track.codec === 'aac' &&
    track.profile === 'LC' &&
    track.channels <= 2 &&
    (track.sampleRate === 44_100 || track.sampleRate === 48_000) &&
    Math.abs(track.startTimeS - fileStartS) <= maxStartOffsetS &&
    track.bitrate <= AUDIO.stereoKbps * 2500
  )
}
