import { infraCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Infra } from '../infra.ts'
import { loadHistory } from './history.ts'
import { deleteOldSamples, takeSample } from './samples.ts'

export const feature: Feature<Infra> = {
  sweeps: (infra) => ({
    async 'infra.samples'() {
      await takeSample(infra)
      await deleteOldSamples(infra)
    },
  }),
  routes(server, infra) {
    route(server, infraCalls.getInfraHistory, () => loadHistory(infra))
  },
}
