import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { deliveryCalls, type ProblemId } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { forEveryone } from '../../platform/http/cross-origin.ts'
import { originOf } from '../../platform/http/origin.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { type Playback, posterVersion } from '../library/index.ts'
import type { Playbacks } from './playbacks.ts'
import { cacheFor } from './send.ts'

/** What the player itself says to a viewer. */
const refusals: readonly ProblemId[] = ['not-found', 'playback-token-missing', 'playback-token-invalid']
const DEFAULT_WIDTH = 640
const ASSETS = '/embed/assets/'

/** The page for iframes and its description for sites that ask by oEmbed. */
export async function embedRoutes(
  server: HttpServer,
  playbacks: Playbacks,
  playerFolder: string,
  config: Config,
) {
  const template = await readFile(join(playerFolder, 'embed.html'), 'utf8')
  await server.app.register(fastifyStatic, {
    root: join(playerFolder, 'assets'),
    prefix: ASSETS,
    wildcard: false,
    index: false,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('cache-control', cacheFor.ever)
      reply.header('access-control-allow-origin', '*')
    },
  })

  route(server, deliveryCalls.getEmbed, async ({ params, query, request, reply }) => {
    const playback = await found(playbacks, params.playbackId, query.token, request)
    if (playback === null) reply.code(query.token === undefined ? 404 : 403)
    const nonce = randomBytes(16).toString('base64url')
    reply
      .header('content-security-policy', embedPolicy(nonce))
      .header('cache-control', query.token === undefined ? cacheFor.seconds : cacheFor.nobody)
      .type('text/html; charset=utf-8')
      .send(fill(template, params.playbackId, playback, query.token ?? '', nonce))
    return undefined
  })

  route(server, deliveryCalls.getOEmbed, async ({ query, request, reply }) => {
    reply.headers(forEveryone)
    const playbackId = /\/embed\/([A-Za-z0-9]{10,40})\/?(?:[?#].*)?$/.exec(query.url)?.[1]
    const page = URL.parse(query.url, 'http://localhost')
    if (playbackId === undefined || page === null) throw problem('not-found')
    const token = page.searchParams.get('token') ?? undefined
    const { playback, permit } = await playbacks.get({ playbackId, audience: 'v', token })
    const suffix = permit === null || token === undefined ? '' : `token=${encodeURIComponent(token)}`
    const origin = originOf(request, config)
    const { width, height } = sizeWithin(playback, query.maxwidth, query.maxheight)
    return {
      version: '1.0' as const,
      type: 'video' as const,
      provider_name: 'Kinora',
      title: playback.title,
      width,
      height,
      html: `<iframe src="${origin}/embed/${playbackId}${suffix && `?${suffix}`}" width="${width}" height="${height}" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen style="border:0"></iframe>`,
      thumbnail_url: `${origin}/image/${playbackId}/thumbnail.jpg?${permit === null ? `width=${width}` : suffix}`,
      thumbnail_width: width,
      thumbnail_height: height,
    }
  })
}

/** A browser that asks for a video that is not there gets the player all the same, which says so in its words. */
async function found(
  playbacks: Playbacks,
  playbackId: string,
  token: string | undefined,
  request: FastifyRequest,
): Promise<Playback | null> {
  try {
    return (await playbacks.get({ playbackId, audience: 'v', token })).playback
  } catch (error) {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    if (isPage && error instanceof Problem && refusals.includes(error.id)) return null
    throw error
  }
}

/** Any site may frame the player; the player itself loads nothing from elsewhere. */
const embedPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; ')

function fill(
  template: string,
  playbackId: string,
  playback: Playback | null,
  token: string,
  nonce: string,
): string {
  const query = token === '' ? '' : `?token=${encodeURIComponent(token)}`
  const values: Record<string, string> = {
    playbackId,
    token: playback === null ? '' : token,
    title: playback?.title ?? '',
    nonce,
    poster: playback?.hasPoster ? posterOf(playback, token) : '',
    storyboard: playback?.storyboard ? `/image/${playbackId}/storyboard.vtt${query}` : '',
  }
  return template.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => escapeHtml(values[name] ?? ''))
}

function posterOf({ playbackId, poster }: Playback, token: string): string {
  const query = `v=${posterVersion(poster?.id ?? null)}${token && `&token=${encodeURIComponent(token)}`}`
  return `/image/${playbackId}/thumbnail.jpg?${query}`
}

function sizeWithin({ display }: Playback, maxWidth = DEFAULT_WIDTH, maxHeight = Number.POSITIVE_INFINITY) {
  const ratio = display ? display.width / display.height : 16 / 9
  const width = Math.max(1, Math.floor(Math.min(maxWidth, maxHeight * ratio)))
  return { width, height: Math.max(1, Math.round(width / ratio)) }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
