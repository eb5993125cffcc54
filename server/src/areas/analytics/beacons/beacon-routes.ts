import { analyticsCalls } from '@kinora/contract'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { headerOf, route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Receiver } from './receive.ts'

export function beaconRoutes(server: HttpServer, receiver: Receiver): void {
  server.open('/beacon/', 'beacons')
  route(server, analyticsCalls.sendBeacon, async ({ body, request, reply }) => {
    reply.headers(publicHeaders)
    const isSet = (name: string) => headerOf(request, name) === '1'
    await receiver.receive(body, {
      userAgent: headerOf(request, 'user-agent') ?? '',
      address: request.ip,
      isPrivate: isSet('dnt') || isSet('sec-gpc'),
    })
    return undefined
  })
}
