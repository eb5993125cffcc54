import type { Feature } from '../../../platform/area.ts'
import type { Delivery } from '../delivery.ts'
import { playRoutes } from './play-routes.ts'

export const feature: Feature<Delivery> = {
  viewerRoutes(server, delivery) {
    server.open('/play/')
    playRoutes(server, delivery)
  },
}
