import type { PublishDecision, Publisher, PublisherSink, PublishRefusal } from '../../ingest/publisher.ts'
import type { Live } from '../../live.ts'
import type { SessionMonitor } from '../../monitoring/session-monitor.ts'
import type { StreamRow } from '../../streams/stream-changes.ts'
import { isKeyValid } from '../../streams/stream-keys.ts'
import type { EncoderConnection } from './encoder-sink.ts'
import type { SessionStates } from './session-states.ts'

/** The encoders of a session: at most one per role. */
export interface SessionEncoders {
  /** @param takeover whether the publisher may replace the one in its role
   * @param keyId the key of the publisher; null for test signals and pulled sources */
  publish(publisher: Publisher, takeover: boolean, keyId: string | null): Promise<PublishDecision>
  isConnected(): boolean
  /** Whether nothing but the test signal is connected. Null without an encoder. */
  isTest(): boolean | null
  /** Seconds since the last encoder left. Null while one is connected, and before the first one. */
  awayS(): number | null
  /** Disconnects encoders whose key was revoked. */
  checkKeys(): Promise<void>
  disconnect(reason: PublishRefusal): void
}

export type EncoderRole = 'primary' | 'backup'

export interface EncoderHandlers {
  /** Opens the sink of an accepted encoder. */
  readonly open: (role: EncoderRole, connection: EncoderConnection) => PublisherSink
  /** The last encoder has left. */
  readonly allLeft: () => void
}

interface Connected {
  readonly role: EncoderRole
  readonly publisher: Publisher
  readonly keyId: string | null
}

/** Time without media after which another connection may replace an encoder. */
const SILENT_MS = 2000

const encoderRoles = ['primary', 'backup'] as const

export function createSessionEncoders(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  stream: StreamRow,
  monitor: Pick<SessionMonitor, 'event'>,
  states: SessionStates,
  { open, allLeft }: EncoderHandlers,
): SessionEncoders {
  const connected: Record<EncoderRole, Connected | null> = { primary: null, backup: null }
  let leftAt: Date | null = null
  const isAlone = () => connected.primary === null && connected.backup === null

  function left(own: Connected): void {
    if (connected[own.role] !== own) return
    connected[own.role] = null
    if (own.role === 'backup') states.backupChanged('backup_disconnected')
    else monitor.event('disconnected')
    if (!isAlone()) return
    leftAt = clock.now()
    allLeft()
    void states.leave()
  }

  async function replace({ role, publisher }: Connected): Promise<void> {
    publisher.close('already-publishing')
    connected[role] = null
    monitor.event('disconnected')
    if (isAlone()) await states.leave()
  }

  function connectionOf(own: Connected): EncoderConnection {
    return {
      isConnected: () => connected[own.role] === own,
      refuse({ reason, detail }) {
        own.publisher.close(reason)
        const isLimit = reason === 'bitrate-too-high' || reason === 'picture-too-large'
        monitor.event(isLimit ? reason : 'refused', detail)
      },
      hasNoPicture(reason) {
        if (connected[own.role] === own) monitor.event('no-picture', reason)
      },
      left: () => left(own),
    }
  }

  return {
    async publish(publisher, takeover, keyId) {
      const role = publisher.request.isBackup ? 'backup' : 'primary'
      const before = connected[role]
      if (before !== null) {
        if (!mayReplace(before, publisher, takeover)) return refusal('already-publishing')
        await replace(before)
      }
      const own: Connected = { role, publisher, keyId }
      const isFirst = isAlone()
      connected[role] = own
      const isAllowed = !isFirst || (await states.connect())
      if (connected[role] !== own) return refusal('already-publishing')
      if (!isAllowed) {
        connected[role] = null
        leftAt = clock.now()
        return refusal('not-started')
      }
      leftAt = null
      const { protocol, encoder } = publisher.request
      if (role === 'backup') states.backupChanged('backup_connected')
      else monitor.event('connected', [protocol.toUpperCase(), encoder].filter(Boolean).join(', '))
      return { isAccepted: true, sink: open(role, connectionOf(own)) }
    },
    isConnected: () => !isAlone(),
    isTest() {
      const all = Object.values(connected).filter((own) => own !== null)
      return isAlone() ? null : all.every(({ publisher }) => publisher.request.protocol === 'test')
    },
    awayS: () => (leftAt === null ? null : (clock.now().getTime() - leftAt.getTime()) / 1000),
    async checkKeys() {
      for (const own of Object.values(connected)) {
        if (own === null || own.keyId === null) continue
        if (await isKeyValid(db, stream, own.keyId, clock.now())) continue
        own.publisher.close('key-revoked')
        left(own)
      }
    },
    disconnect(reason) {
      for (const role of encoderRoles) {
        connected[role]?.publisher.close(reason)
        connected[role] = null
      }
    },
  }
}

/** Test signals replace nothing, and give way to any encoder. A silent encoder may have lost its network: it gives way
 * to its next connection. */
function mayReplace(before: Connected, { request }: Publisher, takeover: boolean): boolean {
  if (request.protocol === 'test') return false
  const isSilent = (before.publisher.silentForMs?.() ?? 0) >= SILENT_MS
  return takeover || isSilent || before.publisher.request.protocol === 'test'
}

function refusal(reason: PublishRefusal): PublishDecision {
  return { isAccepted: false, reason }
}
