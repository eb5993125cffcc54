import type { Feature } from '../../../platform/area.ts'
import type { Vconnect } from '../vconnect.ts'
import { pruneStats } from './reports/reports.ts'

export const feature: Feature<Vconnect> = {
  sweeps: (vconnect) => ({ 'vconnect.stats': () => pruneStats(vconnect) }),
}
