import { animatedQuery, deliveryCalls, keptPictureQuery, thumbnailQuery } from '@kinora/contract'
import { storyboardVtt } from '@kinora/media'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { originOf } from '../../../platform/http/origin.ts'
import { convertStrings } from '../../../platform/http/query.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import {
  drawnKey,
  drawnVersion,
  keptKey,
  keptPicture,
  type Library,
  type Playback,
  posterVersion,
} from '../../library/index.ts'
import type { Audience, Permit } from '../playback/playback-tokens.ts'
import type { Ask, Playbacks } from '../playback/playbacks.ts'
import { textFile } from '../playback/playlists.ts'
import { referrerOf } from '../playback/referrer.ts'
import { cacheFor, cacheUntil, isKnown, sendBytes, sendObject } from '../playback/send.ts'
import type { Frames, Picture } from './frames.ts'

/** What viewers get of a poster that is larger. */
const POSTER_PX = 1280
const secondsOf = { seconds: 2, minute: 60, hour: 3600 } as const

export function imageRoutes(
  server: HttpServer,
  library: Library,
  playbacks: Playbacks,
  frames: Frames,
): void {
  const { db, storage, clock, config } = library
  const cacheOf = (keptUntil: Date | null, span: keyof typeof secondsOf) =>
    keptUntil === null ? cacheFor[span] : cacheUntil(keptUntil, clock.now(), secondsOf[span])
  /** Of what is drawn of the video's file: another one can take its place, and has pictures of another version. */
  const cacheOfDrawn = (keptUntil: Date | null, { sourceId }: Playback, version: string | undefined) =>
    cacheOf(keptUntil, version === drawnVersion(sourceId) ? 'hour' : 'minute')
  const looking = (
    request: FastifyRequest,
    playbackId: string,
    token: string | undefined,
    audience: Audience,
  ): Ask => ({
    playbackId,
    audience,
    token,
    referrer: referrerOf(request.headers, originOf(request, config)),
  })

  route(server, deliveryCalls.getThumbnail, async ({ params, query, request, reply }) => {
    const { playback, permit, keptUntil } = await playbacks.get(
      looking(request, params.playbackId, query.token, 't'),
    )
    const { time, width, height, fit_mode: fitMode } = chosen(thumbnailQuery, request, query, permit)
    const { contentId, poster, durationS, sourceId } = playback
    const isSettled = query.v === posterVersion(poster?.id ?? null, sourceId)
    // Another poster can be chosen at any time.
    const cache =
      time === undefined
        ? cacheOf(keptUntil, isSettled ? 'hour' : 'seconds')
        : cacheOfDrawn(keptUntil, playback, query.v)
    const { format } = params
    const fit = { width: width ?? null, height: height ?? null, fitMode, format }
    const type = format === 'jpg' ? 'image/jpeg' : `image/${format}`
    const isPlain = time === undefined && width === undefined && height === undefined && format === 'jpg'
    const isWhole = isPlain && (poster === null ? playback.hasPoster : poster.width <= POSTER_PX)
    if (isWhole) {
      const key = poster === null ? drawnKey(contentId, sourceId, 'poster.jpg') : keptKey(contentId, poster)
      await sendObject(request, reply, storage, key, { type, cache })
      return undefined
    }
    const timeS = Math.min(time ?? durationS / 10, durationS)
    const picture =
      time === undefined && poster !== null
        ? frames.fitted(contentId, poster, isPlain ? { ...fit, width: POSTER_PX } : fit)
        : frames.still(playback, { ...fit, timeS })
    await sendPicture(request, reply, picture, { type, cache })
    return undefined
  })

  route(server, deliveryCalls.getKeptPicture, async ({ params, query, request, reply }) => {
    const { thumbnailId, format } = params
    const { playback, permit, keptUntil } = await playbacks.get(
      looking(request, params.playbackId, query.token, format === 'gif' ? 'g' : 't'),
    )
    const { width, height } = chosen(keptPictureQuery, request, query, permit)
    // A token that fixes a time is for the picture at that time.
    if (permit?.claims && ['time', 'start', 'end'].some((name) => name in (permit.claims ?? {})))
      throw problem('playback-token-invalid', { detail: 'The token is for another picture' })
    const { contentId } = playback
    const kept = await keptPicture(db, contentId, thumbnailId)
    if (kept === null || (format === 'gif' && kept.format !== 'gif')) throw problem('not-found')
    const cache = cacheOf(keptUntil, 'hour')
    const type = format === 'gif' ? 'image/gif' : 'image/jpeg'
    if (format === kept.format && width === undefined && height === undefined) {
      await sendObject(request, reply, storage, keptKey(contentId, kept), { type, cache })
      return undefined
    }
    if (format === 'gif') throw problem('not-found', { detail: 'A GIF has the size that it was made in' })
    const fit = { width: width ?? null, height: height ?? null, fitMode: 'preserve' as const, format }
    await sendPicture(request, reply, frames.fitted(contentId, kept, fit), { type, cache })
    return undefined
  })

  route(server, deliveryCalls.getAnimated, async ({ params, query, request, reply }) => {
    const { playback, permit, keptUntil } = await playbacks.get(
      looking(request, params.playbackId, query.token, 'g'),
    )
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
    const cache = cacheOf(keptUntil, 'minute')
    await sendPicture(request, reply, frames.gif(playback, gif), { type: 'image/gif', cache })
    return undefined
  })

  route(server, deliveryCalls.getStoryboard, async ({ params, query, request, reply }) => {
    const { playback, permit, keptUntil } = await playbacks.get(
      looking(request, params.playbackId, query.token, 's'),
    )
    if (playback.storyboard === null) throw problem('not-found')
    const cache = cacheOfDrawn(keptUntil, playback, query.v)
    if (params.format === 'jpg') {
      const key = drawnKey(playback.contentId, playback.sourceId, 'storyboard.jpg')
      await sendObject(request, reply, storage, key, { type: 'image/jpeg', cache })
      return undefined
    }
    // The sheet of another file is another address, so that caches pair none of them with this.
    const asked = new URLSearchParams({
      ...(permit !== null && { token: query.token ?? '' }),
      v: drawnVersion(playback.sourceId),
    }).toString()
    const sheet = `storyboard.jpg?${asked}`
    const file = textFile(storyboardVtt(playback.storyboard, playback.durationS, sheet), true)
    sendBytes(request, reply, file.body, {
      type: 'text/vtt; charset=utf-8',
      cache,
      etag: file.etag,
    })
    return undefined
  })

  route(server, deliveryCalls.getWaveform, async ({ params, query, request, reply }) => {
    const { playback, keptUntil } = await playbacks.get(looking(request, params.playbackId, query.token, 's'))
    if (!playback.hasWaveform) throw problem('not-found')
    const key = drawnKey(playback.contentId, playback.sourceId, 'waveform.png')
    const cache = cacheOfDrawn(keptUntil, playback, query.v)
    await sendObject(request, reply, storage, key, { type: 'image/png', cache })
    return undefined
  })
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
  const isPlain =
    typeof asked === 'object' && Object.keys(asked ?? {}).every((name) => name === 'token' || name === 'v')
  const claimed = schema.safeParse(convertStrings(schema, { ...permit.claims }))
  if (isPlain && claimed.success) return claimed.data
  throw problem('playback-token-invalid', { detail: 'What the picture is to be is said in the token' })
}

const nothing = Buffer.alloc(0)

/** Whoever has it already has it drawn for nothing: the answer then is a header. */
async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, draw }: Picture,
  sent: { readonly type: string; readonly cache: string },
): Promise<void> {
  const body = isKnown(request, etag) ? nothing : await draw()
  sendBytes(request, reply, body, { ...sent, etag })
}
