import { animatedQuery, deliveryCalls, keptPictureQuery, thumbnailQuery } from '@kinora/contract'
import { storyboardVtt } from '@kinora/media'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { ownOrigins } from '../../../platform/http/origin.ts'
import { convertStrings } from '../../../platform/http/query.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { Delivery } from '../delivery.ts'
import type { Audience, Permit } from '../playback/playback-tokens.ts'
import type { PlaybackRequest } from '../playback/playbacks.ts'
import { referrerOf } from '../playback/referrer.ts'
import { type CacheRule, cacheRules } from '../sources/cache-rules.ts'
import type { FileAnswer } from '../sources/file-answer.ts'
import { etagOf } from '../sources/playlist-file.ts'

export function imageRoutes(server: HttpServer, { playbacks, config, send }: Delivery): void {
  const requestFor = (
    request: FastifyRequest,
    playbackId: string,
    token: string | undefined,
    audience: Audience,
  ): PlaybackRequest => ({
    playbackId,
    audience,
    token,
    referrer: referrerOf(request.headers, ownOrigins(request, config)),
  })

  route(server, deliveryCalls.getThumbnail, async ({ params, query, request, reply }) => {
    const access = await playbacks.get(requestFor(request, params.playbackId, query.token, 't'))
    const { playback, permit } = access
    const { time, width, height, fit_mode: fitMode } = imageParameters(thumbnailQuery, request, query, permit)
    const image = await playback.image({
      kind: 'thumbnail',
      format: params.format,
      fitMode,
      timeS: time ?? null,
      width: width ?? null,
      height: height ?? null,
      version: query.v ?? null,
    })
    await send(request, reply, access, image, query.token)
    return undefined
  })

  route(server, deliveryCalls.getKeptPicture, async ({ params, query, request, reply }) => {
    const { thumbnailId: id, format } = params
    const audience = format === 'gif' ? 'g' : 't'
    const access = await playbacks.get(requestFor(request, params.playbackId, query.token, audience))
    const { playback, permit } = access
    const { width, height } = imageParameters(keptPictureQuery, request, query, permit)
    // A token with a time is only for the image at that time.
    if (permit?.claims && ['time', 'start', 'end'].some((name) => name in (permit.claims ?? {})))
      throw problem('playback-token-invalid', { detail: 'The token is for another image' })
    const sides = { width: width ?? null, height: height ?? null }
    const image = await playback.image({ kind: 'stored', id, format, ...sides })
    await send(request, reply, access, image, query.token)
    return undefined
  })

  route(server, deliveryCalls.getAnimated, async ({ params, query, request, reply }) => {
    const access = await playbacks.get(requestFor(request, params.playbackId, query.token, 'g'))
    const { playback, permit } = access
    const { start, end, width, fps: frameRate } = imageParameters(animatedQuery, request, query, permit)
    const span = { startS: start ?? null, endS: end ?? null }
    const image = await playback.image({ kind: 'animation', ...span, width, frameRate })
    await send(request, reply, access, image, query.token)
    return undefined
  })

  route(server, deliveryCalls.getStoryboard, async ({ params, query, request, reply }) => {
    const access = await playbacks.get(requestFor(request, params.playbackId, query.token, 's'))
    const { playback, permit } = access
    if (params.format === 'jpg') {
      const image = await playback.image({ kind: 'storyboard', version: query.v ?? null })
      await send(request, reply, access, image, query.token)
      return undefined
    }
    const sheetUrl = (v: string) =>
      `storyboard.jpg?${new URLSearchParams({ ...(permit !== null && { token: query.token ?? '' }), v })}`
    const { storyboard, durationS } = playback.page
    if (storyboard === null) {
      const text = playback.scenes?.(sheetUrl) ?? null
      if (text === null) throw problem('not-found')
      await send(request, reply, access, vttAnswer(text, cacheRules.seconds), query.token)
      return undefined
    }
    // The URL contains the version of the image, so that caches never combine this file with another one.
    const { layout, version } = storyboard
    const text = storyboardVtt(layout, durationS ?? 0, sheetUrl(version))
    const cache = query.v === version ? cacheRules.hour : cacheRules.minute
    await send(request, reply, access, vttAnswer(text, cache), query.token)
    return undefined
  })

  route(server, deliveryCalls.getWaveform, async ({ params, query, request, reply }) => {
    const access = await playbacks.get(requestFor(request, params.playbackId, query.token, 's'))
    const image = await access.playback.image({ kind: 'waveform', version: query.v ?? null })
    await send(request, reply, access, image, query.token)
    return undefined
  })
}

function vttAnswer(text: string, cache: CacheRule): FileAnswer {
  return {
    kind: 'bytes',
    body: Buffer.from(text),
    etag: etagOf(text),
    type: 'text/vtt; charset=utf-8',
    cache,
  }
}

/** Image parameters of the request, or of the token if it has claims. Then the request may have none.
 * @throws problem playback-token-invalid */
function imageParameters<S extends z.ZodMiniType>(
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
  throw problem('playback-token-invalid', { detail: 'The options of the image must be in the token' })
}
