import { type Content, type MediaErrorId, mediaErrors, type Rendition } from '@kinora/contract'
import { fps } from '@kinora/media'
import { type PlaybackToken, tokenView, withToken } from '../../../platform/playback-key.ts'
import { embedCode } from '../../delivery/index.ts'
import type { UsedProfile } from './content-facts.ts'
import { displayOf } from './display-size.ts'
import { standardProfile } from './standard-profile.ts'
import type { Summaries } from './summaries.ts'
import type { contents, renditions } from './tables.ts'

export type ContentRow = typeof contents.$inferSelect
/** Identifies a content. */
export type ContentRef = Pick<ContentRow, 'id' | 'environmentId'>
/** Identifies a current or former source file of a content; `sourceId` is null for the first one. */
export type SourceRef = Pick<ContentRow, 'id' | 'environmentId' | 'sourceId'>
export type RenditionRow = typeof renditions.$inferSelect

/** The rows that belong to a content. */
export interface ContentParts {
  readonly renditions: readonly RenditionRow[]
  readonly summaries: Summaries
}

/** The API's view of a content. @param origin public scheme and host, without a slash at the end */
/** Scheme and host of this server, and those of its pages for viewers. */
export interface ViewOrigins {
  readonly origin: string
  readonly pages: string
}

export function contentView(
  row: ContentRow,
  { renditions: renditionRows, summaries }: ContentParts,
  { origin, pages }: ViewOrigins,
  token: PlaybackToken | null,
): Content {
  const video = row.analysis?.source.video ?? null
  const audio = row.analysis?.source.audio[0] ?? null
  const display = video
    ? { width: video.displayWidth, height: video.displayHeight }
    : displayOf(renditionRows)
  const urls = contentUrls(row, renditionRows, { origin, pages })
  return {
    id: row.id,
    environmentId: row.environmentId,
    title: row.title,
    description: row.description,
    tags: row.tags,
    metadata: row.metadata,
    externalId: row.externalId,
    status: row.status,
    stage: row.stage,
    playable: row.playable,
    progress: row.progress,
    error: errorView(row.errorId),
    imagesError: errorView(row.imagesErrorId),
    duration: row.durationS,
    resolution: display && `${Math.min(display.width, display.height)}p`,
    aspectRatio: display && aspectRatio(display.width, display.height),
    maxFrameRate: video ? round(fps(video.frameRate)) : null,
    playbackPolicy: row.playbackPolicy,
    playbackId: row.playbackId,
    playbackToken: tokenView(token),
    streamId: row.streamId,
    category: row.category,
    type: row.clipOf === null ? 'video' : 'clip',
    startTime: row.clipStartS ?? epochOf(row.recordedFrom),
    endTime: row.clipEndS ?? epochOf(row.recordedTo),
    isTest: row.isTest,
    source: {
      uuid: row.id,
      fileName: row.fileName,
      size: row.sourceBytes,
      width: video?.width ?? null,
      height: video?.height ?? null,
      frameRate: video ? round(fps(video.frameRate)) : null,
      encoding: video?.codec ?? null,
      audio: audio && { sampleRate: audio.sampleRate, encoding: audio.codec, channels: audio.channels },
    },
    renditions: renditionRows.map((rendition) => renditionView(rendition, row)),
    encodingProfile: profileNameView(row.profile ?? standardProfile),
    reencode: reencodeView(row),
    urls,
    poster: posterUrl(row, origin, token),
    thumbnails: {
      items: summaries.thumbnails.items.map(({ id, kind, format, time }) => {
        const isPoster = id === row.posterId
        return { id, kind, time, isPoster, url: thumbnailUrl(row, { id, format }, origin) }
      }),
      totalItems: summaries.thumbnails.totalItems,
    },
    subtitles: summaries.subtitles,
    clips: summaries.clips,
    waveform: row.hasWaveform
      ? withToken(`${imagesUrl(row, origin)}/waveform.png?v=${generatedImageVersion(row.sourceId)}`, token)
      : null,
    addedBy: row.addedBy,
    clipOf: clipOf(row),
    assetCollectionUUID: row.collectionId,
    trashedAt: row.trashedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    addedAt: row.createdAt.toISOString(),
  }
}

function profileNameView({ id, name, builtIn }: UsedProfile): Content['encodingProfile'] {
  return { id, name, builtIn }
}

function reencodeView({ reencode }: ContentRow): Content['reencode'] {
  if (reencode === null) return null
  const { status, profile, progress, errorId, source } = reencode
  return {
    status,
    encodingProfile: profileNameView(profile),
    progress,
    error: errorView(errorId),
    replacement: source ? { fileName: source.fileName, stage: source.stage } : null,
  }
}

function clipOf({ clipOf: contentId, clipStartS, clipEndS }: ContentRow): Content['clipOf'] {
  if (contentId === null || clipStartS === null || clipEndS === null) return null
  return { contentId, startTime: clipStartS, endTime: clipEndS }
}

/** The URLs to play and show a video, with the caller's token. */
export function playbackUrl(urls: Content['urls'], token: PlaybackToken | null) {
  const open = (address: string) => withToken(address, token)
  const embed = open(urls.embed)
  return {
    shareable: open(urls.shareable),
    hls: open(urls.hls),
    embed,
    embedCode: urls.embedCode.replace(urls.embed, embed),
    thumbnail: open(urls.thumbnail),
    storyboard: open(urls.storyboard),
    animated: open(urls.animated),
    mp4: urls.mp4 === null ? null : open(urls.mp4),
    token: tokenView(token),
  }
}

/** URL of the poster, or null before there is one. */
export function posterUrl(
  row: Pick<ContentRow, 'playbackId' | 'hasPoster' | 'posterId' | 'sourceId'>,
  origin: string,
  token: PlaybackToken | null,
): string | null {
  const { hasPoster, posterId, sourceId } = row
  if (!hasPoster && posterId === null) return null
  return withToken(`${imagesUrl(row, origin)}/thumbnail.jpg?v=${posterVersion(posterId, sourceId)}`, token)
}

/** Changes with the poster, so that caches may keep each version. */
export function posterVersion(posterId: string | null, sourceId: string | null): string {
  return posterId ?? generatedImageVersion(sourceId)
}

/** Version of the images that are generated from the source file. */
export function generatedImageVersion(sourceId: string | null): string {
  return `drawn${sourceId === null ? '' : `-${sourceId}`}`
}

function imagesUrl({ playbackId }: Pick<ContentRow, 'playbackId'>, origin: string): string {
  return `${origin}/image/${playbackId}`
}

/** URL of a saved image. With another format, the image is converted. */
export function thumbnailUrl(
  content: Pick<ContentRow, 'playbackId'>,
  { id, format }: { id: string; format: string },
  origin: string,
): string {
  return `${imagesUrl(content, origin)}/thumbnails/${id}.${format}`
}

export function contentUrls(
  { playbackId }: Pick<ContentRow, 'playbackId'>,
  renditionRows: readonly RenditionRow[],
  { origin, pages }: ViewOrigins,
): Content['urls'] {
  const embed = `${pages}/embed/${playbackId}`
  const image = imagesUrl({ playbackId }, origin)
  const hasReadyRendition = renditionRows.some(({ status }) => status === 'ready')
  return {
    shareable: `${pages}/watch/${playbackId}`,
    hls: `${origin}/play/${playbackId}.m3u8`,
    embed,
    embedCode: embedCode(embed),
    thumbnail: `${image}/thumbnail.jpg`,
    storyboard: `${image}/storyboard.vtt`,
    animated: `${image}/animated.gif`,
    mp4: hasReadyRendition ? `${origin}/play/${playbackId}/highest.mp4` : null,
  }
}

/** The repackaged rendition of a test video does not count as the original file. */
function renditionView(row: RenditionRow, { isTest }: Pick<ContentRow, 'isTest'>): Rendition {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    codec: row.codec,
    isOriginal: row.isOriginal && !isTest,
    width: row.width,
    height: row.height,
    frameRate: row.frameRate === null ? null : round(row.frameRate),
    bitrate: row.bitrate,
    size: row.sizeBytes,
    status: row.status,
    progress: row.progress,
    error: errorView(row.errorId),
  }
}

export function errorView(id: string | null): Content['error'] {
  if (id === null || !isMediaError(id)) return null
  return { id, message: mediaErrors[id].title, retryable: mediaErrors[id].retryable }
}

export function isMediaError(id: string): id is MediaErrorId {
  return Object.hasOwn(mediaErrors, id)
}

/** The ratio in small integers (`16:9`), or as a decimal (`2.39:1`). */
export function aspectRatio(width: number, height: number): string {
  const known = [
    [16, 9],
    [9, 16],
    [4, 3],
    [3, 4],
    [1, 1],
    [21, 9],
    [3, 2],
    [2, 3],
    [4, 5],
  ] as const
  const match = known.find(([w, h]) => Math.abs(width / height / (w / h) - 1) < 0.01)
  return match ? `${match[0]}:${match[1]}` : `${round(width / height)}:1`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function epochOf(at: Date | null): number | null {
  return at && at.getTime() / 1000
}
