import { reportsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { originOf, pageOrigin } from '../../../platform/http/origin.ts'
import { headerOf, route } from '../../../platform/http/route.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import { assertOrganization } from '../reports/organization.ts'
import type { ReportsArea } from '../reports-area.ts'
import { reportEmbeds } from '../tables.ts'
import { openEmbedContents, previewEmbed } from './embed-content.ts'
import { openEmbedPages } from './embed-page.ts'
import { openEmbedPictures } from './embed-pictures.ts'
import { createEmbed, deleteOldEmbeds, getEmbedCode, listEmbeds, revokeEmbed } from './embeds.ts'

export const feature: Feature<ReportsArea> = {
  sealed: secretColumns(reportEmbeds.secretEncrypted),
  sweeps: (area) => ({ 'reports.embeds': () => deleteOldEmbeds(area) }),
  routes(server, area) {
    route(server, calls.createEmbed, async ({ params, body, caller }) => {
      assertOrganization(caller.scope, params)
      return createEmbed(area, caller, body)
    })
    route(server, calls.listEmbeds, async ({ params, query, caller }) => {
      assertOrganization(caller.scope, params)
      return listEmbeds(area, caller.scope, query)
    })
    route(server, calls.getEmbedCode, async ({ params, caller, request }) => {
      assertOrganization(caller.scope, params)
      return getEmbedCode(area, caller, params.id, pageOrigin(originOf(request, area.config), area.config))
    })
    route(server, calls.revokeEmbed, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      return revokeEmbed(area, caller, params.id)
    })
    route(server, calls.previewEmbed, async ({ params, body, caller }) => {
      assertOrganization(caller.scope, params)
      return previewEmbed(area, caller.scope, body)
    })
  },
  async viewerRoutes(server, area) {
    const pageOf = await openEmbedPages(area)
    const contents = openEmbedContents(area)
    const pictures = openEmbedPictures(area, contents)
    // The page has no origin, so its request for the content is one from another site.
    server.open('/embed/report/', 'reports')
    route(server, calls.showEmbed, async ({ params, reply }) => {
      const { status, headers, html } = await pageOf(params.embedId)
      await reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)
      return undefined
    })
    route(server, calls.showEmbedPicture, async ({ params, query, request, reply }) => {
      const { signature, ...look } = query
      const asked = { signature, referrer: headerOf(request, 'referer'), ownHost: request.host }
      const { bytes, type } = await pictures.read(params.embedId, asked, look)
      // Revocation counts within a minute, also for a copy of the browser.
      reply.headers({
        ...publicHeaders,
        'cache-control': 'private, max-age=60',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      await reply.type(type).send(Buffer.from(bytes))
      return undefined
    })
    route(server, calls.readEmbed, async ({ params, request, reply }) => {
      const secret = /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? ''
      reply.headers({ ...publicHeaders, 'cache-control': 'no-store' })
      return contents.read(params.embedId, secret)
    })
  },
}
