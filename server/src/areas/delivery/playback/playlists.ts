import { createHash } from 'node:crypto'
import {
  addToTotals,
  type Bandwidth,
  bandwidthOf,
  mediaPlaylist,
  multivariantPlaylist,
  noSegmentTotals,
  RENDITION,
} from '@kinora/media'
import { type PlayableRendition, type Playback, segmentName } from '../../library/index.ts'
import {
  allSubtitleFiles,
  type SubtitleFiles,
  subtitleFilesOf,
  subtitleSegmentName,
} from '../subtitles/subtitle-segments.ts'

export interface TextFile {
  readonly text: string
  readonly body: Buffer
  readonly etag: string
  /** Such text is written the fastest. */
  readonly isAscii: boolean
  /** Nothing of it will change. */
  readonly isFinal: boolean
}

export interface Playlists {
  /** Null while nothing can be played. */
  readonly multivariant: TextFile | null
  /** By the rendition's place. */
  readonly media: ReadonlyMap<string, TextFile>
}

export const PLAYLIST_NAME = 'index.m3u8'
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

/** All playlists of a video, ready to send. Addresses are relative, so that they hold behind any CDN. */
export function playlistsOf(playback: Playback): Playlists {
  const { renditions } = playback
  const media = new Map(allRenditions(playback).map((rendition) => [rendition.filesId, mediaFile(rendition)]))
  for (const files of allSubtitleFiles(playback)) media.set(files.filesId, subtitleFile(files))
  return { multivariant: renditions.length === 0 ? null : multivariantFile(playback), media }
}

/** What may be asked for: what is there, and what was until a short while ago. */
export function allRenditions({ renditions, former }: Playback): PlayableRendition[] {
  return [...renditions, ...former.flatMap((each) => each.renditions)]
}

function mediaFile({ segments, ended }: PlayableRendition): TextFile {
  const named = segments.map(([durationS], n) => ({ uri: segmentName(n), durationS }))
  return textFile(mediaPlaylist({ initUri: RENDITION.init, segments: named, ended }), ended)
}

function subtitleFile({ stretches, ended }: SubtitleFiles): TextFile {
  const segments = stretches.map(({ durationS }, n) => ({ uri: subtitleSegmentName(n), durationS }))
  return textFile(mediaPlaylist({ initUri: null, segments, ended }), ended)
}

function multivariantFile(playback: Playback): TextFile {
  const { playbackId, renditions, tracks } = playback
  const uri = ({ filesId }: { filesId: string }) => `${playbackId}/${filesId}/${PLAYLIST_NAME}`
  const video = renditions
    .filter(({ type }) => type === 'video')
    .map((rendition) => ({ ...rendition, uri: uri(rendition), bandwidth: measured(rendition) }))
  const sounds = tracks.flatMap(({ renditionName, ...said }) =>
    renditions
      .filter(({ name }) => name === renditionName)
      .map((rendition) => ({ ...rendition, ...said, uri: uri(rendition), bandwidth: measured(rendition) })),
  )
  // The default may still be on its way.
  const first = sounds.find(({ isDefault }) => isDefault) ?? sounds[0]
  const audio = sounds.map((sound) => ({ ...sound, isDefault: sound === first }))
  const subtitles = subtitleFilesOf(playback).map(({ filesId, subtitle }) => ({
    uri: uri({ filesId }),
    name: subtitle.name,
    language: subtitle.languageCode,
    isCaptions: subtitle.closedCaptions,
  }))
  return textFile(multivariantPlaylist(video, audio, subtitles, playback.soundIsRung), false)
}

function measured({ segments }: PlayableRendition): Bandwidth {
  const sized = segments.map(([durationS, sizeBytes]) => ({ durationS, sizeBytes }))
  return bandwidthOf(sized.reduce(addToTotals, noSegmentTotals))
}

export function textFile(text: string, isFinal: boolean): TextFile {
  const body = Buffer.from(text)
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { text, body, etag, isAscii: body.length === text.length, isFinal }
}
