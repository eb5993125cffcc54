import pg from 'pg'
import type { Logger } from '../log.ts'

/** Channels between processes. Payloads: `events`, the ID of an environment with new events; `logs`, the ID of an
 * environment or organization with new logs; `deliveries`, nothing, when some are due; `progress`, the progress of
 * a job; `contents`, the playback IDs of videos with new playlists, joined by commas; `cancel`, the ID of a content
 * whose jobs must end; `keys`, the ID of a deleted signing key; `liveStreams`, the ID of a live stream that changed, was
 * deleted, or whose keys or custom URLs changed; `adChannels`, the playback ID of an ad channel that changed; `liveCues`, the ID
 * of a live stream with new or changed breaks; `viewEvents`, nothing, when there are new ones; `warehouse`, nothing, when
 * the embedded warehouse is needed or has started. */
export const channels = {
  events: 'kinora_events',
  logs: 'kinora_logs',
  deliveries: 'kinora_deliveries',
  progress: 'kinora_progress',
  contents: 'kinora_contents',
  cancel: 'kinora_cancel',
  keys: 'kinora_keys',
  liveStreams: 'kinora_live_streams',
  adChannels: 'kinora_ad_channels',
  liveCues: 'kinora_live_cues',
  viewEvents: 'kinora_view_events',
  warehouse: 'kinora_warehouse',
} as const
type Channel = keyof typeof channels

type Listener = (payload: string) => void

/** Messages to all processes on the same database, through LISTEN and NOTIFY. They are not stored. */
export interface Bus {
  /** Calls `listener` for each message, and with an empty payload after a reconnect, when messages may be missing. */
  subscribe(channel: Channel, listener: Listener): () => void
  /** At most 8,000 bytes. */
  publish(channel: Channel, payload: string): Promise<void>
  readonly isConnected: () => boolean
  close(): Promise<void>
}

const RECONNECT_MS = 500

export async function openBus(url: string, pool: pg.Pool, log: Logger): Promise<Bus> {
  const listeners = new Map<string, Set<Listener>>(Object.values(channels).map((name) => [name, new Set()]))
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const notifyListeners = () => {
    for (const set of listeners.values()) for (const listener of set) listener('')
  }

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'kinora-bus', keepAlive: true })
    next.on('error', (err) => log.warn({ err }, 'the bus lost its database connection'))
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
    })
    try {
      await next.connect()
      for (const name of listeners.keys()) await next.query(`LISTEN ${name}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    // Reconnects only from here after a working connection. The caller repeats failed attempts.
    next.once('end', () => {
      client = null
      reconnect()
    })
  }

  const reconnect = () => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      connect().then(notifyListeners, (err: unknown) => {
        log.warn({ err }, 'the bus cannot reach the database')
        reconnect()
      })
    }, RECONNECT_MS)
  }

  await connect()
  return {
    subscribe(channel, listener) {
      const set = listeners.get(channels[channel])
      set?.add(listener)
      return () => set?.delete(listener)
    },
    async publish(channel, payload) {
      await pool.query('SELECT pg_notify($1, $2)', [channels[channel], payload])
    },
    isConnected: () => client !== null,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
