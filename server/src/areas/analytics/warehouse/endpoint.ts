import { eq } from 'drizzle-orm'
import { installation } from '../../../platform/database/tables.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import type { Readiness } from '../../../platform/http/health/health.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type EngineStart, engineProcess } from './engine-process.ts'

/** `wanted` when a process needs the embedded warehouse, and `started` when it runs. */
const warehouseChannel: Channel = 'kinora_warehouse'

/** The address of the warehouse: the server of `CLICKHOUSE_URL`, or the embedded engine, which a process with the role
 * `worker` starts on first use. */
export interface WarehouseEndpoint {
  /** URL with user, password and database. @throws Error if no warehouse runs */
  url(): Promise<string>
  readiness(): Promise<Readiness>
  /** Whether the warehouse answers. Null if none was needed yet. Starts none. */
  isUp(): Promise<boolean | null>
  close(): Promise<void>
}

const NAME = 'warehouse-url'
const WAIT_MS = 10_000
/** A known URL is used for this time without a check. */
const CHECK_MS = 1000
const PING_MS = 1500

export function openEndpoint(
  { config, db, bus, log }: Pick<Platform, 'config' | 'db' | 'bus' | 'log'>,
  start: EngineStart,
): WarehouseEndpoint {
  const { CLICKHOUSE_URL: given } = config
  if (given !== undefined) {
    return {
      url: async () => given,
      readiness: async () => ({ ok: true, note: 'ClickHouse at CLICKHOUSE_URL' }),
      isUp: () => isUp(given),
      close: async () => undefined,
    }
  }
  if (!config.ROLES.includes('worker')) return elsewhere()

  const engine = engineProcess(start, log)
  let announced = ''
  const unsubscribe = bus.subscribe(warehouseChannel, (payload) => {
    if (payload === 'wanted') url().catch(() => undefined)
  })

  async function url(): Promise<string> {
    const own = new URL(await engine.url())
    own.username = 'kinora'
    own.password = start.secret
    if (announced !== own.href) {
      const value = own.origin
      await db
        .insert(installation)
        .values({ name: NAME, value })
        .onConflictDoUpdate({ target: installation.name, set: { value } })
      await bus.publish(warehouseChannel, 'started')
      announced = own.href
    }
    return own.href
  }

  return {
    url,
    async readiness() {
      const fault = engine.fault()
      return { ok: true, note: fault === null ? 'embedded' : `views are kept but not shown: ${fault}` }
    },
    async isUp() {
      if (engine.fault() !== null) return false
      return engine.isStarted() ? isUp(await engine.url()) : null
    },
    async close() {
      unsubscribe()
      await engine.close()
    },
  }

  /** The endpoint of an engine that another process on this machine runs. */
  function elsewhere(): WarehouseEndpoint {
    let known: string | null = null
    let checkedMs = Number.NEGATIVE_INFINITY
    const stop = bus.subscribe(warehouseChannel, (payload) => {
      if (payload !== 'wanted') known = null
    })
    async function find(): Promise<string> {
      const [row] = await db.select().from(installation).where(eq(installation.name, NAME))
      if (row !== undefined && (await isUp(row.value))) return row.value
      const started = new Promise<void>((resolve) => {
        const timer = setTimeout(done, WAIT_MS)
        const end = bus.subscribe(warehouseChannel, (payload) => {
          if (payload === 'started') done()
        })
        function done() {
          clearTimeout(timer)
          end()
          resolve()
        }
      })
      await bus.publish(warehouseChannel, 'wanted')
      await started
      const [next] = await db.select().from(installation).where(eq(installation.name, NAME))
      if (next === undefined) throw new Error('no process has started the warehouse')
      return next.value
    }
    return {
      async url() {
        // The engine may have died since.
        if (known !== null && performance.now() - checkedMs > CHECK_MS) {
          if (!(await isUp(known))) known = null
          checkedMs = performance.now()
        }
        known ??= await find()
        const url = new URL(known)
        url.username = 'kinora'
        url.password = start.secret
        return url.href
      },
      readiness: async () => ({ ok: true, note: 'embedded, of another process' }),
      async isUp() {
        const [row] = await db.select().from(installation).where(eq(installation.name, NAME))
        return row !== undefined && (await isUp(row.value)) ? true : null
      },
      close: async () => stop(),
    }
  }
}

async function isUp(url: string): Promise<boolean> {
  const { origin } = new URL(url)
  const response = await fetch(new URL('/ping', origin), { signal: AbortSignal.timeout(PING_MS) }).catch(
    () => null,
  )
  await response?.body?.cancel()
  return response?.ok === true
}
