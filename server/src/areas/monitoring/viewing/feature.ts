import { monitoringCalls as calls, tileName, wallLimits } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { can } from '../../../platform/auth.ts'
import { headerOf, route } from '../../../platform/http/route.ts'
import { problem } from '../../../platform/problem.ts'
import type { Monitoring } from '../monitoring.ts'
import { openTileImages } from './tile-images.ts'
import { sendWall } from './wall-response.ts'

/** The rights of people who watch are checked again after this time. */
const CHECK_MS = 15_000

export const feature: Feature<Monitoring> = {
  routes(server, monitoring) {
    const { tiles: sources, log } = monitoring
    const images = openTileImages(monitoring, sources)
    /** Open walls with their environments. */
    const open = new Map<() => void, string>()
    let isClosing = false
    server.app.addHook('preClose', async () => {
      isClosing = true
      for (const close of open.keys()) close()
      await images.close()
    })

    route(server, calls.listWallSources, ({ query: { kind, ...query }, caller }) => {
      const source = sources.of(kind)
      if (!can(caller.scope.grants, source.right)) throw problem('forbidden')
      return source.list(caller.scope, query)
    })
    route(server, calls.watchWall, async ({ query, caller, request, reply }) => {
      const { environmentId } = caller.scope
      const others = [...open.values()].filter((each) => each === environmentId)
      if (others.length >= wallLimits.open) throw problem('too-many-walls')
      const tiles = [...new Set(query.tiles)].map((name) => {
        const [, kind = '', id = ''] = tileName.exec(name) ?? []
        return { kind, id }
      })
      const kinds = [...new Set(tiles.map(({ kind }) => kind))]
      /** The kinds of tiles that the caller has a right to see. */
      const shownWith = (grants: ReadonlySet<string>) =>
        new Set(kinds.filter((kind) => can(grants, sources.of(kind).right)))
      const shown = shownWith(caller.scope.grants)
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'application/octet-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      reply.raw.flushHeaders()
      const sent = sendWall(
        reply.raw,
        { environmentId, tiles, shown, motion: query.motion },
        { sources, images },
      )
      const check = setInterval(() => {
        isAllowed().then(
          (allowed) => allowed || reply.raw.destroy(),
          (err: unknown) => {
            log.debug({ err }, 'a wall is closed')
            reply.raw.destroy()
          },
        )
      }, CHECK_MS)
      const isAllowed = async () => {
        const actor = await server.authenticator.actor(headerOf(request, 'authorization'), false)
        const { grants } = await server.authenticator.scope(actor, environmentId)
        return can(grants, calls.watchWall.right) && shownWith(grants).size === shown.size
      }
      const close = () => {
        clearInterval(check)
        sent.close()
        open.delete(close)
      }
      open.set(close, environmentId)
      reply.raw.on('close', close)
      // The client may have left, or the process been stopped, while its rights were looked up.
      if (reply.raw.destroyed || isClosing) close()
      return undefined
    })
  },
}
