import pg from 'pg'
import type { Logger } from '../log.ts'

/**
 * Channels between processes. `events` carries the id of an environment whose outbox has grown; `logs` that of an
 * environment or organisation whose requests were logged; `deliveries` says that some are due; `progress` is a
 * passing word on work under way; `contents` the playback id of a video whose playlists have changed; `cancel`
 * the id of a content whose work must end; `keys` the id of a signing key that was deleted.
 */
export const channels = {
  events: 'kinora_events',
  logs: 'kinora_logs',
  deliveries: 'kinora_deliveries',
  progress: 'kinora_progress',
  contents: 'kinora_contents',
  cancel: 'kinora_cancel',
  keys: 'kinora_keys',
} as const
type Channel = keyof typeof channels

type Listener = (payload: string) => void

/** Messages to all processes on the same database, through LISTEN and NOTIFY. Nothing is kept. */
export interface Bus {
  /** Calls `listener` for each message; also with an empty payload after a lost connection, when some may be missing. */
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

  const tellAll = () => {
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
    // Only one that was whole is replaced from here: an attempt that fails is repeated by whoever made it.
    next.once('end', () => {
      client = null
      reconnect()
    })
  }

  const reconnect = () => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      connect().then(tellAll, (err: unknown) => {
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
