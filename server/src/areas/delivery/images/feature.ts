import type { Feature } from '../../../platform/area.ts'
import type { Delivery } from '../delivery.ts'
import { imageRoutes } from './image-routes.ts'

export const feature: Feature<Delivery> = {
  viewerRoutes(server, delivery) {
    server.open('/image/')
    imageRoutes(server, delivery)
  },
}
