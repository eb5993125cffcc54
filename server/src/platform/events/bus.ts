import pg from 'pg'
import type { Logger } from '../log.ts'

/** A kind of messages between processes. The feature that publishes them declares the channel. */
export type Channel = `kinora_${string}`

type Listener = (payload: string) => void

/** Messages to all processes on the same database, through LISTEN and NOTIFY. They are not stored. */
export interface Bus {
  /** Calls `listener` for each message, and with an empty payload when earlier messages may be missing: after a
   * reconnect, and when the first listener of a channel has begun to listen. */
  subscribe(channel: Channel, listener: Listener): () => void
  /** At most 8,000 bytes. */
  publish(channel: Channel, payload: string): Promise<void>
  readonly isConnected: () => boolean
  close(): Promise<void>
}

const RECONNECT_MS = 500

export async function openBus(url: string, pool: pg.Pool, log: Logger): Promise<Bus> {
  const listeners = new Map<string, Set<Listener>>()
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

  // A client runs one statement at a time.
  let listening = Promise.resolve()
  /** Without a connection, `connect` listens later. */
  const listen = (channel: Channel) => {
    const set = new Set<Listener>()
    listeners.set(channel, set)
    listening = listening
      .then(() => (closed ? undefined : client?.query(`LISTEN ${channel}`)))
      .then(
        () => {
          for (const listener of set) listener('')
        },
        (err: unknown) => log.warn({ err, channel }, 'the bus cannot listen'),
      )
    return set
  }

  await connect()
  return {
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? listen(channel)
      set.add(listener)
      return () => set.delete(listener)
    },
    async publish(channel, payload) {
      await pool.query('SELECT pg_notify($1, $2)', [channel, payload])
    },
    isConnected: () => client !== null,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
