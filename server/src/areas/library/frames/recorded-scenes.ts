import { type SceneSegment, sceneSize, scenesVtt } from '@kinora/media'
import { cacheRules, type FileAnswer } from '../../delivery/index.ts'
import type { Library } from '../library.ts'
import type { PlayableRendition, PlayableVideo } from '../playable/playable-video.ts'
import { stillFrame } from './frames.ts'

/** Storyboard of a recording, as WebVTT. Its images are rendered on request. Null without video. */
export function recordedScenes(video: PlayableVideo, urlOf: (version: string) => string): string | null {
  const rendition = smallestVideo(video)
  if (rendition === null) return null
  const segments = segmentsOf(rendition)
  return scenesVtt({ segments, size: sceneSize(rendition), urlOf: (n) => urlOf(String(n)), zeroMs: null })
}

/** An image of the storyboard. @param version number of the segment whose first frame it shows */
export function recordedScene(
  library: Library,
  video: PlayableVideo,
  version: string | null,
): FileAnswer | null {
  const rendition = smallestVideo(video)
  const number = /^\d{1,9}$/.test(version ?? '') ? Number(version) : -1
  const timeS = number < 0 ? undefined : rendition?.segments.startsS[number]
  if (rendition === null || timeS === undefined || number >= rendition.segments.count) return null
  const fit = { ...sceneSize(rendition), fitMode: 'preserve', format: 'jpg' } as const
  const image = stillFrame(library, video, { ...fit, timeS })
  return { kind: 'rendered', image, type: 'image/jpeg', cache: cacheRules.hour }
}

function smallestVideo({ renditions }: PlayableVideo): PlayableRendition | null {
  return renditions.find(({ type, codec }) => type === 'video' && codec === 'h264') ?? null
}

function segmentsOf({ segments: { count, startsS, durationsS } }: PlayableRendition): SceneSegment[] {
  return Array.from({ length: count }, (_, number) => ({
    number,
    startS: startsS[number] ?? 0,
    durationS: durationsS[number] ?? 0,
  }))
}
