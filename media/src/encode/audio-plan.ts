import type { Source, SourceAudio } from '../probe/probe.ts'
import { type Encoding, STANDARD_ENCODING } from './encoding.ts'

/** One audio rendition, which all video renditions share. `sourceIndex` is the index of the stream in the source. */
export interface AudioTrack {
  name: string
  sourceIndex: number
  kind: 'encode' | 'copy'
  channels: 1 | 2
  /** Sample rate in Hz. */
  sampleRate: number
  bitrateKbps: number
  language: string | null
  title: string | null
  isDefault: boolean
  /** The number of channels whose places are unknown: all are heard on both sides. Missing otherwise. */
  discreteChannels?: number
  /** Silence fills the track until then. Missing if it is long enough. */
  silentUntilS?: number
  /** More channels than are delivered. Missing otherwise. */
  isDownmix?: true
  /** The gain for the target loudness; absent if the loudness stays as it is. */
  level?: Level
}

/** One gain for the whole track. A limiter reduces only peaks above the ceiling. */
export interface Level {
  gainDb: number
  isLimited: boolean
}

export const AUDIO = { sampleRate: 48_000, maxTracks: 16 } as const

/** Copies AAC-LC that starts with the file. Encodes anything else as AAC-LC stereo, or mono if the source is mono. */
export function planAudio(source: Source, wanted: Encoding['audio'] = STANDARD_ENCODING.audio): AudioTrack[] {
  const tracks = source.audio.slice(0, AUDIO.maxTracks)
  const preferred = Math.max(
    0,
    tracks.findIndex((track) => track.isDefault),
  )
  return tracks.map((track, n) => {
    const channels = track.channels === 1 && wanted.channels === 'source' ? 1 : 2
    const isCopy = isCopyable(track, source.startTimeS, channels, wanted.kbps)
    return {
      name: `audio-${n}`,
      sourceIndex: track.index,
      kind: isCopy ? 'copy' : 'encode',
      channels,
      sampleRate: isCopy ? track.sampleRate : AUDIO.sampleRate,
      bitrateKbps: channels === 1 ? wanted.kbps / 2 : wanted.kbps,
      language: track.language,
      title: track.title,
      isDefault: n === preferred,
      ...(isDiscrete(track) && { discreteChannels: track.channels }),
      ...(track.silentUntilS !== undefined && { silentUntilS: track.silentUntilS }),
      ...(track.channels > channels && { isDownmix: true }),
    }
  })
}

/** The same track, encoded. */
export function asEncoded(track: AudioTrack): AudioTrack {
  return { ...track, kind: 'encode', sampleRate: AUDIO.sampleRate }
}

/** ffmpeg knows no places for these channels, so it cannot mix them down. */
function isDiscrete({ channels, channelLayout }: SourceAudio): boolean {
  return channels > 8 && ['', 'unknown', `${channels} channels`].includes(channelLayout)
}

/** The rendition of an added file: its default audio track, or else its first. */
export function planTrack(source: Source, name: string, wanted: Encoding['audio']): AudioTrack | null {
  const track = planAudio(source, wanted).find(({ isDefault }) => isDefault)
  return track === undefined ? null : { ...asEncoded(track), name }
}

/** Audio with a larger start offset is encoded, because players that ignore edit lists would play it shifted. */
const maxStartOffsetS = 0.015

function isCopyable(track: SourceAudio, fileStartS: number, channels: number, kbps: number): boolean {
  return (
    track.codec === 'aac' &&
    track.profile === 'LC' &&
    track.channels === channels &&
    track.silentUntilS === undefined &&
    (track.sampleRate === 44_100 || track.sampleRate === 48_000) &&
    Math.abs(track.startTimeS - fileStartS) <= maxStartOffsetS &&
    track.bitrate <= kbps * 2500
  )
}
