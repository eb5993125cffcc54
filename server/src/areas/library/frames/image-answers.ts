import { problem } from '../../../platform/problem.ts'
import type { CacheRule, FileAnswer, ImageRequest } from '../../delivery/index.ts'
import { cacheRules } from '../../delivery/index.ts'
import { generatedImageVersion, posterVersion } from '../contents/content-view.ts'
import { generatedImageKey, thumbnailKey } from '../files/storage-keys.ts'
import { getStoredThumbnail, resizedPoster, resizedThumbnail } from '../images/stored-thumbnails.ts'
import type { Library } from '../library.ts'
import type { PlayableVideo } from '../playable/playable-video.ts'
import { gifFrame, stillFrame } from './frames.ts'
import { recordedScene } from './recorded-scenes.ts'

/** Width that viewers get of a larger poster. */
const POSTER_PX = 1280
const GIF_SECONDS = 5

type RequestOf<K extends ImageRequest['kind']> = Extract<ImageRequest, { readonly kind: K }>

/** An image of a video; null if there is none. @throws problem not-found, request-invalid */
export async function imageAnswer(
  library: Library,
  video: PlayableVideo,
  request: ImageRequest,
): Promise<FileAnswer | null> {
  switch (request.kind) {
    case 'thumbnail':
      return thumbnail(library, video, request)
    case 'stored':
      return storedImage(library, video, request)
    case 'animation':
      return animation(library, video, request)
    case 'storyboard':
      if (video.isRecorded) return recordedScene(library, video, request.version)
      return video.storyboard && generatedImage(video, 'storyboard.jpg', 'image/jpeg', request.version)
    case 'waveform':
      return video.hasWaveform ? generatedImage(video, 'waveform.png', 'image/png', request.version) : null
  }
}

function thumbnail(library: Library, video: PlayableVideo, request: RequestOf<'thumbnail'>): FileAnswer {
  const { contentId, poster, durationS, sourceId, hasPoster } = video
  const { timeS, width, height, fitMode, format, version } = request
  const isPoster = timeS === null
  const isCurrent = version === posterVersion(poster?.id ?? null, sourceId)
  // The poster can change at any time.
  const posterCache = isCurrent ? cacheRules.hour : cacheRules.seconds
  const cache = isPoster ? posterCache : generatedImageCache(video, version)
  const type = format === 'jpg' ? 'image/jpeg' : `image/${format}`
  const isPlain = isPoster && width === null && height === null && format === 'jpg'
  if (isPlain && (poster === null ? hasPoster : poster.width <= POSTER_PX)) {
    const key =
      poster === null ? generatedImageKey(contentId, sourceId, 'poster.jpg') : thumbnailKey(contentId, poster)
    return { kind: 'object', key, type, cache }
  }
  const fit = { width, height, fitMode, format }
  const isSmall = Math.max(width ?? 0, height ?? 0) <= POSTER_PX
  const image =
    isPoster && poster !== null
      ? resizedThumbnail(library, contentId, poster, isPlain ? { ...fit, width: POSTER_PX } : fit)
      : isPoster && hasPoster && isSmall
        ? resizedPoster(library, { contentId, sourceId }, fit)
        : stillFrame(library, video, { ...fit, timeS: Math.min(timeS ?? durationS / 10, durationS) })
  return { kind: 'rendered', image, type, cache }
}

async function storedImage(
  library: Library,
  { contentId, environmentId }: PlayableVideo,
  { id, format, width, height }: RequestOf<'stored'>,
): Promise<FileAnswer | null> {
  const stored = await getStoredThumbnail(library.db, { id: contentId, environmentId }, id)
  if (stored === null || (format === 'gif' && stored.format !== 'gif')) return null
  const answer = { type: format === 'gif' ? 'image/gif' : 'image/jpeg', cache: cacheRules.hour }
  if (format === stored.format && width === null && height === null)
    return { kind: 'object', key: thumbnailKey(contentId, stored), ...answer }
  if (format === 'gif') throw problem('not-found', { detail: 'GIFs cannot be resized' })
  const fit = { width, height, fitMode: 'preserve', format } as const
  return { kind: 'rendered', image: resizedThumbnail(library, contentId, stored, fit), ...answer }
}

function animation(library: Library, video: PlayableVideo, request: RequestOf<'animation'>): FileAnswer {
  const startS = Math.min(request.startS ?? 0, Math.max(0, video.durationS - 0.5))
  const endS = request.endS ?? startS + GIF_SECONDS
  if (endS <= startS) {
    throw problem('request-invalid', {
      errors: [{ path: 'query.end', message: 'The end must be after the start' }],
    })
  }
  const { width, frameRate } = request
  const fit = { width, height: null, fitMode: 'preserve' } as const
  const image = gifFrame(library, video, { ...fit, startS, endS, frameRate })
  return { kind: 'rendered', image, type: 'image/gif', cache: cacheRules.minute }
}

function generatedImage(
  video: PlayableVideo,
  name: string,
  type: string,
  version: string | null,
): FileAnswer {
  const key = generatedImageKey(video.contentId, video.sourceId, name)
  return { kind: 'object', key, type, cache: generatedImageCache(video, version) }
}

/** Images of the current version are cached longer: a replaced source changes the version. */
function generatedImageCache({ sourceId }: PlayableVideo, version: string | null): CacheRule {
  return version === generatedImageVersion(sourceId) ? cacheRules.hour : cacheRules.minute
}
