import { deliveryCalls } from '@kinora/contract'
import { storyboardVtt } from '@kinora/media'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { problem } from '../../platform/problem.ts'
import { imageKey, type Library } from '../library/index.ts'
import type { Frames } from './frames.ts'
import type { Playbacks } from './playbacks.ts'
import { textFile } from './playlists.ts'
import { cacheFor, sendBytes, sendObject } from './send.ts'

export function imageRoutes(
  server: HttpServer,
  { storage }: Library,
  playbacks: Playbacks,
  frames: Frames,
): void {
  route(server, deliveryCalls.getThumbnail, async ({ params, query, request, reply }) => {
    const { playback } = await playbacks.get(params.playbackId)
    const { time, width, height, fit_mode: fitMode } = query
    const asPoster =
      time === undefined && width === undefined && height === undefined && params.format === 'jpg'
    if (asPoster && playback.hasPoster) {
      const type = 'image/jpeg'
      await sendObject(request, reply, storage, imageKey(playback.contentId, 'poster.jpg'), {
        type,
        cache: cacheFor.hour,
      })
      return undefined
    }
    const timeS = Math.min(time ?? playback.durationS / 10, playback.durationS)
    const still = { timeS, width: width ?? null, height: height ?? null, fitMode, format: params.format }
    const body = await frames.still(playback, still)
    const type = params.format === 'jpg' ? 'image/jpeg' : `image/${params.format}`
    sendBytes(request, reply, body, { type, cache: cacheFor.hour, etag: etagOf(body) })
    return undefined
  })

  route(server, deliveryCalls.getAnimated, async ({ params, query, request, reply }) => {
    const { playback } = await playbacks.get(params.playbackId)
    const startS = Math.min(query.start ?? 0, Math.max(0, playback.durationS - 0.5))
    const endS = query.end ?? startS + 5
    if (endS <= startS) {
      throw problem('request-invalid', {
        errors: [{ path: 'query.end', message: 'The end comes after the start' }],
      })
    }
    const gif = {
      startS,
      endS,
      width: query.width,
      height: null,
      fitMode: 'preserve' as const,
      frameRate: query.fps,
    }
    const body = await frames.gif(playback, gif)
    sendBytes(request, reply, body, { type: 'image/gif', cache: cacheFor.hour, etag: etagOf(body) })
    return undefined
  })

  route(server, deliveryCalls.getStoryboard, async ({ params, request, reply }) => {
    const { playback } = await playbacks.get(params.playbackId)
    if (playback.storyboard === null) throw problem('not-found')
    if (params.format === 'jpg') {
      const key = imageKey(playback.contentId, 'storyboard.jpg')
      await sendObject(request, reply, storage, key, { type: 'image/jpeg', cache: cacheFor.hour })
      return undefined
    }
    const file = textFile(storyboardVtt(playback.storyboard, playback.durationS, 'storyboard.jpg'), true)
    sendBytes(request, reply, file.body, {
      type: 'text/vtt; charset=utf-8',
      cache: cacheFor.hour,
      etag: file.etag,
    })
    return undefined
  })
}

function etagOf(body: Buffer): string {
  return textFile(body.toString('latin1'), true).etag
}
