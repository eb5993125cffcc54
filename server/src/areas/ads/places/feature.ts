import { adsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Ads } from '../ads.ts'
import { placesHandler } from './find-places.ts'
import { findPlaces, getPlaces } from './places.ts'

export const feature: Feature<Ads> = {
  jobs: (ads) => [placesHandler(ads)],
  routes(server, ads) {
    route(server, adsCalls.getAdPlaces, ({ params, caller }) => getPlaces(ads, caller, params.id))
    route(server, adsCalls.findAdPlaces, ({ params, caller }) => findPlaces(ads, caller, params.id))
  },
}
