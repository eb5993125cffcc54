import type { FeedMessage } from '../../feed/feed-message.ts'
import type { SessionMonitor } from '../../monitoring/session-monitor.ts'
import type { AirSource } from '../broadcast.ts'
import type { SessionStates } from './session-states.ts'

/** The source that viewers of a session see. */
export interface SessionAir {
  switchTo(source: AirSource): void
  isSlate(): boolean
  /** Kind of source that viewers see. Null before the first frame. */
  source(): 'publisher' | 'slate' | null
  /** Whether viewers see this encoder, or saw it last. */
  isShown(role: 'primary' | 'backup'): boolean
}

/** Reports each change of the source. */
export function createSessionAir(
  monitor: Pick<SessionMonitor, 'event'>,
  states: Pick<SessionStates, 'backupChanged' | 'sourceChanged'>,
  send: (message: FeedMessage) => void,
): SessionAir {
  let air: AirSource | null = null
  /** Whether viewers saw the backup last. The slate in between does not change it. */
  let wasBackup = false
  return {
    switchTo(source) {
      if (source === 'slate') monitor.event('slate')
      else if (air === 'slate') monitor.event('recovered')
      if (source === 'backup') states.backupChanged('failover')
      if (wasBackup && source === 'primary') states.backupChanged('failback')
      if (source !== 'slate') wasBackup = source === 'backup'
      air = source
      states.sourceChanged()
      // The feed does not distinguish primary and backup.
      send({ type: 'air', source: source === 'slate' ? 'slate' : 'publisher' })
    },
    isSlate: () => air === 'slate',
    source: () => (air === null || air === 'slate' ? air : 'publisher'),
    isShown: (role) => (role === 'backup' ? air === 'backup' : air !== 'backup'),
  }
}
