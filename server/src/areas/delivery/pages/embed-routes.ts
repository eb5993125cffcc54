import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deliveryCalls } from '@kinora/contract'
import { logoUrlOf } from '@kinora/contract/delivery/logo-url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config.ts'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { serveBuiltFiles } from '../../../platform/http/files/built-files.ts'
import { originOf, ownOrigins, pageOrigin } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { Delivery } from '../delivery.ts'
import { frameAncestorsOf } from '../playback/access.ts'
import { referrerOf } from '../playback/referrer.ts'
import { cacheHeader, varyByReferrer } from '../playback/send.ts'
import { cacheRules } from '../sources/cache-rules.ts'
import type { PageFacts } from '../sources/playback-source.ts'
import { embedCode } from './embed-code.ts'
import { fill, hasAccess, pageOf, playerValues, sendPage } from './pages.ts'
import { watchPage } from './watch-page.ts'

/** The built player. */
const playerFolder = join(import.meta.dirname, '../../../../../player/dist')
const DEFAULT_WIDTH = 640
const ASSETS = '/embed/assets/'
/** The watch page shows the logo of the organization. */
const LOGO = '/services/api/v1/organizations/:id/logo'

/** The embed page, the watch page and oEmbed. */
export async function embedRoutes(
  server: HttpServer,
  { playbacks, config, publisherOf }: Delivery,
): Promise<void> {
  for (const path of ['/embed/', '/watch/', '/oembed', LOGO]) server.forViewers(path)
  const embedTemplate = await readFile(join(playerFolder, 'embed.html'), 'utf8')
  const watchTemplate = await readFile(join(playerFolder, 'watch.html'), 'utf8')
  await serveBuiltFiles(server.app, {
    folder: join(playerFolder, 'assets'),
    prefix: ASSETS,
    headersOf: () => ({
      'cache-control': cacheHeader(cacheRules.forever, null),
      'access-control-allow-origin': '*',
    }),
  })

  route(server, deliveryCalls.getEmbed, async ({ params, query, request, reply }) => {
    if (isElsewhere(request, config)) return redirect(request, reply, config)
    const asked = await pageOf(playbacks, config, request, params.playbackId, query.token)
    const { access: delivered } = asked
    // Pages with only an error message may be framed by any site.
    const isLimited = delivered !== null && !delivered.permit?.isOwn
    const frameAncestors = isLimited ? frameAncestorsOf(delivered.playback.restrictions) : '*'
    const imageOrigin = logoUrlOf(query.logo)?.origin
    const publisher = delivered ? await publisherOf(delivered.playback.environmentId) : null
    sendPage(reply, asked, { frameAncestors, imageOrigin }, (nonce) =>
      fill(embedTemplate, { ...playerValues(asked, publisher), nonce }),
    )
    return undefined
  })

  route(server, deliveryCalls.getWatchPage, async ({ params, query, request, reply }) => {
    if (isElsewhere(request, config)) return redirect(request, reply, config)
    const asked = await pageOf(playbacks, config, request, params.playbackId, query.token)
    const origin = pageOrigin(originOf(request, config), config)
    const playback = asked.access?.playback
    const publisher = playback ? await publisherOf(playback.environmentId) : null
    const imageOrigin = logoUrlOf(query.logo)?.origin
    sendPage(reply, asked, { frameAncestors: "'none'", imageOrigin }, (nonce) =>
      watchPage(watchTemplate, asked, { origin, nonce, publisher }),
    )
    return undefined
  })

  route(server, deliveryCalls.getOEmbed, async ({ query, request, reply }) => {
    reply.headers({ ...publicHeaders, vary: varyByReferrer })
    const playbackId = /\/(?:embed|watch)\/([A-Za-z0-9]{10,40})\/?(?:[?#].*)?$/.exec(query.url)?.[1]
    const page = URL.parse(query.url, 'http://localhost')
    if (playbackId === undefined || page === null) throw problem('not-found')
    const options = page.searchParams
    const token = options.get('token') ?? undefined
    const origin = originOf(request, config)
    const pages = pageOrigin(origin, config)
    const referrer = referrerOf(request.headers, ownOrigins(request, config))
    const ask = { playbackId, token, referrer }
    const { playback, permit } = await playbacks.get({ ...ask, audience: 'v' })
    if (permit === null) options.delete('token')
    const address = `${pages}/embed/${playbackId}${options.size > 0 ? `?${options}` : ''}`
    const { width, height } = sizeWithin(playback.page, query.maxwidth, query.maxheight)
    const thumbnailQuery = permit === null ? `width=${width}` : `token=${encodeURIComponent(token ?? '')}`
    const hasThumbnail = permit === null || (await hasAccess(playbacks, 't', ask))
    return {
      version: '1.0' as const,
      type: 'video' as const,
      provider_name: 'Kinora',
      title: playback.page.title,
      width,
      height,
      html: embedCode(address, { width, height }),
      ...(hasThumbnail && {
        thumbnail_url: `${origin}/image/${playbackId}/thumbnail.jpg?${thumbnailQuery}`,
        thumbnail_width: width,
        thumbnail_height: height,
      }),
    }
  })
}

/** Whether the pages for viewers have an origin of their own, and the request is to another. */
function isElsewhere(request: FastifyRequest, { EMBED_ORIGIN }: Config): boolean {
  return EMBED_ORIGIN !== undefined && request.host !== new URL(EMBED_ORIGIN).host
}

/** Sends older links to the origin of the pages. */
function redirect(request: FastifyRequest, reply: FastifyReply, { EMBED_ORIGIN }: Config): undefined {
  reply.redirect(`${EMBED_ORIGIN}${request.url}`, 307)
  return undefined
}

function sizeWithin({ display }: PageFacts, maxWidth = DEFAULT_WIDTH, maxHeight = Number.POSITIVE_INFINITY) {
  const ratio = display ? display.width / display.height : 16 / 9
  const width = Math.max(1, Math.floor(Math.min(maxWidth, maxHeight * ratio)))
  return { width, height: Math.max(1, Math.round(width / ratio)) }
}
