import type { Feature } from '../../../platform/area.ts'
import type { Ads } from '../ads.ts'
import { viewingRoutes } from './viewing-routes.ts'

export const feature: Feature<Ads> = { viewerRoutes: viewingRoutes }
