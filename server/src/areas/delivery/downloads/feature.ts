import type { Feature } from '../../../platform/area.ts'
import type { Delivery } from '../delivery.ts'
import { downloadRoutes } from './download-routes.ts'

export const feature: Feature<Delivery> = { viewerRoutes: downloadRoutes }
