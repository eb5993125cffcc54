import type { Feature } from '../../../platform/area.ts'
import type { Delivery } from '../delivery.ts'
import { embedRoutes } from './embed-routes.ts'

export const feature: Feature<Delivery> = { viewerRoutes: embedRoutes }
