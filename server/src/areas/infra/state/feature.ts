import { infraCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Infra } from '../infra.ts'
import { loadInfra } from './state.ts'

export const feature: Feature<Infra> = {
  routes(server, infra) {
    route(server, infraCalls.getInfra, () => loadInfra(infra))
  },
}
