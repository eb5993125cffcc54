import type { Feature } from '../../../platform/area.ts'
import type { Infra } from '../infra.ts'
import { deleteOldProcesses } from './processes.ts'

export const feature: Feature<Infra> = {
  sweeps: (infra) => ({ 'infra.processes': () => deleteOldProcesses(infra) }),
}
