import type { Feature } from '../../../platform/area.ts'
import type { Live } from '../live.ts'
import { endAbandonedSessions } from './sessions.ts'

export const feature: Feature<Live> = {
  sweeps: (live) => ({ 'live.abandoned-sessions': () => endAbandonedSessions(live) }),
}
