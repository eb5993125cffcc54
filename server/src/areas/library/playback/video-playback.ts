import { bandwidthOf, RENDITION } from '@kinora/media'
import {
  cacheRules,
  type FileAnswer,
  type PageFacts,
  PLAYLIST_NAME,
  type Playback,
  type Streams,
} from '../../delivery/index.ts'
import { generatedImageVersion, posterVersion } from '../contents/content-view.ts'
import { downloadAnswer } from '../downloads/download-answers.ts'
import { initKey, initName, segmentKey, segmentName } from '../files/storage-keys.ts'
import { imageAnswer } from '../frames/image-answers.ts'
import { recordedScenes } from '../frames/recorded-scenes.ts'
import type { Library } from '../library.ts'
import type { PlayableRendition, PlayableVideo, Timelines } from '../playable/playable-video.ts'
import { type GrowingPlaylist, growPlaylist, playlistBytes } from './growing-playlist.ts'
import type { SubtitleMemory } from './subtitle-memory.ts'
import {
  allSubtitleOutputs,
  type SubtitleOutput,
  subtitleOutputs,
  subtitleSegment,
  subtitleSegmentName,
} from './subtitle-outputs.ts'

/** Playback of a video, with the playlists that its next version reuses. */
export interface VideoPlayback extends Playback {
  readonly timelines: Timelines
  /** Playlists of renditions, by output id. */
  readonly playlists: ReadonlyMap<string, GrowingPlaylist>
  /** Playlists of subtitles, by the output id of the rendition that they follow. All subtitles of a rendition share
   * one. */
  readonly subtitlePlaylists: ReadonlyMap<string, GrowingPlaylist>
}

const MP4 = 'video/mp4'
const VTT = 'text/vtt; charset=utf-8'
/** Approximate memory of a segment in its timeline, and of a playback without its segments and playlists. */
const SEGMENT_BYTES = 24
const PLAYBACK_BYTES = 4000

export function videoPlayback(
  library: Library,
  subtitles: SubtitleMemory,
  video: PlayableVideo,
  previous: VideoPlayback | null,
): VideoPlayback {
  const renditions = new Map(allRenditions(video).map((each) => [each.outputId, each]))
  const texts = new Map(allSubtitleOutputs(video).map((each) => [each.outputId, each]))
  const playlists = new Map(
    [...renditions].map(([outputId, { segments, ended }]) => {
      const wanted = { outputId, segments, ended, initUri: RENDITION.init, nameOf: segmentName }
      return [outputId, growPlaylist(previous?.playlists.get(outputId), wanted)]
    }),
  )
  const references = new Map([...texts.values()].map(({ reference }) => [reference.outputId, reference]))
  const subtitlePlaylists = new Map(
    [...references].map(([outputId, { segments, ended }]) => {
      const wanted = { outputId, segments, ended, initUri: null, nameOf: subtitleSegmentName }
      return [outputId, growPlaylist(previous?.subtitlePlaylists.get(outputId), wanted)]
    }),
  )
  const sharedPlaylist = (outputId: string) =>
    (playlists.get(outputId) ?? subtitlePlaylists.get(texts.get(outputId)?.reference.outputId ?? ''))?.file ??
    null

  const { playbackId, environmentId, policy, restrictions } = video
  return {
    subject: {
      kind: 'video',
      id: video.contentId,
      customPlaybackId: null,
      partner: '',
      isTest: video.isTest,
    },
    playbackId,
    environmentId,
    policy,
    restrictions,
    playlists,
    subtitlePlaylists,
    sharedPlaylist,
    page: pageOf(video),
    streams: streamsOf(video),
    memoryBytes: bytesOf(renditions.values(), [...playlists.values(), ...subtitlePlaylists.values()]),
    timelines: new Map([...renditions].map(([outputId, { segments }]) => [outputId, segments])),
    async file({ outputId, name }) {
      const playlist = name === PLAYLIST_NAME ? sharedPlaylist(outputId) : null
      if (playlist !== null) return { kind: 'playlist', playlist }
      const text = texts.get(outputId)
      if (text !== undefined) return textAnswer(subtitles, text, name)
      const rendition = renditions.get(outputId)
      return rendition === undefined ? null : segmentAnswer(video, rendition, name)
    },
    ...(video.isRecorded && { scenes: (urlOf) => recordedScenes(video, urlOf) }),
    image: (request) => imageAnswer(library, video, request),
    download: (name, signal) => downloadAnswer(library, video, name, signal),
  }
}

/** Current renditions, and those that were retired recently. */
function allRenditions({ renditions, retired }: PlayableVideo): PlayableRendition[] {
  return [...renditions, ...retired.flatMap((each) => each.renditions)]
}

function pageOf(video: PlayableVideo): PageFacts {
  const { title, description, addedAt, durationS, display, status, poster, hasPoster, sourceId } = video
  const state = video.renditions.length > 0 ? 'ready' : status === 'failed' ? 'failed' : 'not-ready'
  return {
    title,
    description,
    publishedAt: addedAt,
    durationS,
    display,
    state,
    live: null,
    posterVersion: hasPoster ? posterVersion(poster?.id ?? null, sourceId) : null,
    waveformVersion: video.hasWaveform ? generatedImageVersion(sourceId) : null,
    storyboard: video.storyboard && { layout: video.storyboard, version: generatedImageVersion(sourceId) },
  }
}

function streamsOf(video: PlayableVideo): Streams {
  const { renditions, tracks, audioIsRung } = video
  const audioStreams = tracks.flatMap(({ renditionName, ...track }) =>
    renditions
      .filter(({ name }) => name === renditionName)
      .map(({ outputId, codecs, channels, sampleRate, segments }) => ({
        outputId,
        codecs,
        channels,
        sampleRate,
        ...track,
        bandwidth: bandwidthOf(segments.totals),
      })),
  )
  // The default track may not be encoded yet.
  const first = audioStreams.find(({ isDefault }) => isDefault) ?? audioStreams[0]
  return {
    video: renditions
      .filter(({ type }) => type === 'video')
      .map(({ outputId, codecs, width, height, frameRate, segments }) => ({
        outputId,
        codecs,
        width,
        height,
        frameRate,
        bandwidth: bandwidthOf(segments.totals),
      })),
    audio: audioStreams.map((stream) => ({ ...stream, isDefault: stream === first })),
    subtitles: subtitleOutputs(video).map(({ outputId, subtitle }) => ({
      outputId,
      name: subtitle.name,
      language: subtitle.languageCode,
      isCaptions: subtitle.closedCaptions,
    })),
    audioIsRung,
  }
}

/** @param name of the initialization section or a segment */
function segmentAnswer(
  { contentId }: PlayableVideo,
  { outputId, segments }: PlayableRendition,
  name: string,
): FileAnswer | null {
  const answer = {
    kind: 'segment',
    type: MP4,
    cache: cacheRules.forever,
    etag: `${outputId}-${name}`,
  } as const
  if (name === RENDITION.init) return { ...answer, key: initKey(contentId, outputId) }
  const init = Number(/^init-(\d{1,9})\.mp4$/.exec(name)?.[1] ?? 0)
  if (init > 0 && name === initName(init) && segments.breaks.some((each) => each.init === init))
    return { ...answer, key: initKey(contentId, outputId, init) }
  const number = Number(/^seg-(\d{5,})\.m4s$/.exec(name)?.[1] ?? -1)
  const exists = number >= 0 && number < segments.count && name === segmentName(number)
  if (!exists) return null
  return {
    ...answer,
    key: segmentKey(contentId, outputId, number),
    durationS: segments.durationsS[number] ?? 0,
  }
}

async function textAnswer(
  subtitles: SubtitleMemory,
  output: SubtitleOutput,
  name: string,
): Promise<FileAnswer | null> {
  const segment = subtitleSegment(output, name)
  const body = segment && (await subtitles.read(segment))
  const etag = `${output.outputId}-${name}`
  return body && { kind: 'bytes', body, type: VTT, cache: cacheRules.forever, etag }
}

function bytesOf(renditions: Iterable<PlayableRendition>, playlists: readonly GrowingPlaylist[]): number {
  let bytes = playlists.reduce((sum, playlist) => sum + playlistBytes(playlist), PLAYBACK_BYTES)
  for (const { segments } of renditions) bytes += segments.count * SEGMENT_BYTES
  return bytes
}
