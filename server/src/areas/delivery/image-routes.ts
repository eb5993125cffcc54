import { animatedQuery, deliveryCalls, thumbnailQuery } from '@kinora/contract'
import { storyboardVtt } from '@kinora/media'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { convertStrings } from '../../platform/http/query.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { problem } from '../../platform/problem.ts'
import { imageKey, type Library } from '../library/index.ts'
import type { Frames } from './frames.ts'
import type { Audience, Permit } from './playback-tokens.ts'
import type { Ask, Playbacks } from './playbacks.ts'
import { textFile } from './playlists.ts'
import { cacheFor, cacheWhile, sendBytes, sendObject } from './send.ts'

export function imageRoutes(
  server: HttpServer,
  { storage, clock }: Library,
  playbacks: Playbacks,
  frames: Frames,
): void {
  const cacheOfPicture = (permit: Permit | null) =>
    permit === null ? cacheFor.hour : cacheWhile(permit, clock.now())

  route(server, deliveryCalls.getThumbnail, async ({ params, query, request, reply }) => {
    const { playback, permit } = await playbacks.get(looking(params, query, 't'))
    const { time, width, height, fit_mode: fitMode } = chosen(thumbnailQuery, request, query, permit)
    const asPoster =
      time === undefined && width === undefined && height === undefined && params.format === 'jpg'
    if (asPoster && playback.hasPoster) {
      const type = 'image/jpeg'
      await sendObject(request, reply, storage, imageKey(playback.contentId, 'poster.jpg'), {
        type,
        cache: cacheOfPicture(permit),
      })
      return undefined
    }
    const timeS = Math.min(time ?? playback.durationS / 10, playback.durationS)
    const still = { timeS, width: width ?? null, height: height ?? null, fitMode, format: params.format }
    const body = await frames.still(playback, still)
    const type = params.format === 'jpg' ? 'image/jpeg' : `image/${params.format}`
    sendBytes(request, reply, body, { type, cache: cacheOfPicture(permit), etag: etagOf(body) })
    return undefined
  })

  route(server, deliveryCalls.getAnimated, async ({ params, query, request, reply }) => {
    const { playback, permit } = await playbacks.get(looking(params, query, 'g'))
    const { start, end, width, fps } = chosen(animatedQuery, request, query, permit)
    const startS = Math.min(start ?? 0, Math.max(0, playback.durationS - 0.5))
    const endS = end ?? startS + 5
    if (endS <= startS) {
      throw problem('request-invalid', {
        errors: [{ path: 'query.end', message: 'The end comes after the start' }],
      })
    }
    const gif = {
      startS,
      endS,
      width,
      height: null,
      fitMode: 'preserve' as const,
      frameRate: fps,
    }
    const body = await frames.gif(playback, gif)
    sendBytes(request, reply, body, { type: 'image/gif', cache: cacheOfPicture(permit), etag: etagOf(body) })
    return undefined
  })

  route(server, deliveryCalls.getStoryboard, async ({ params, query, request, reply }) => {
    const { playback, permit } = await playbacks.get(looking(params, query, 's'))
    if (playback.storyboard === null) throw problem('not-found')
    if (params.format === 'jpg') {
      const key = imageKey(playback.contentId, 'storyboard.jpg')
      await sendObject(request, reply, storage, key, {
        type: 'image/jpeg',
        cache: cacheOfPicture(permit),
      })
      return undefined
    }
    const sheet = permit === null ? 'storyboard.jpg' : `storyboard.jpg?token=${query.token}`
    const file = textFile(storyboardVtt(playback.storyboard, playback.durationS, sheet), true)
    sendBytes(request, reply, file.body, {
      type: 'text/vtt; charset=utf-8',
      cache: cacheOfPicture(permit),
      etag: file.etag,
    })
    return undefined
  })
}

function looking(
  { playbackId }: { playbackId: string },
  { token }: { token?: string | undefined },
  audience: Audience,
): Ask {
  return { playbackId, audience, token }
}

/**
 * What the picture is to be: as the request says, or as the token says, which then leaves nothing to the request.
 * @throws problem playback-token-invalid
 */
function chosen<S extends z.ZodMiniType>(
  schema: S,
  { query: asked }: FastifyRequest,
  query: z.output<S>,
  permit: Permit | null,
): z.output<S> {
  if (permit === null || permit.claims === null) return query
  const isPlain = typeof asked === 'object' && Object.keys(asked ?? {}).every((name) => name === 'token')
  const claimed = schema.safeParse(convertStrings(schema, { ...permit.claims }))
  if (isPlain && claimed.success) return claimed.data
  throw problem('playback-token-invalid', { detail: 'What the picture is to be is said in the token' })
}

function etagOf(body: Buffer): string {
  return textFile(body.toString('latin1'), true).etag
}
