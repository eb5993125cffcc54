import os from 'node:os'
import { performance } from 'node:perf_hooks'
import { and, eq, ne } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { Infra } from '../infra.ts'
import { infraProcesses } from '../tables.ts'

const EVERY_MS = 15_000

/** Stores the state of this process every 15 seconds, until it stops. */
export function startReporting(infra: Infra): Stop {
  const { db, clock, config, gauges, log } = infra
  const startedAt = clock.now()
  const id = uuidv7(startedAt.getTime())
  const { PORT: port, ROLES: roles } = config
  const own = { id, machine: os.hostname(), pid: process.pid, port, roles: [...roles], startedAt }
  const measure = useMeter(infra)
  let isFirst = true

  async function report(): Promise<number> {
    const readings = await gauges.read('process')
    const known = Object.fromEntries(readings.map(({ gauge, value }) => [gauge, value]))
    const row = { seenAt: clock.now(), figures: { ...known, ...measure() } }
    await db
      .insert(infraProcesses)
      .values({ ...own, ...row })
      .onConflictDoUpdate({ target: infraProcesses.id, set: row })
    if (isFirst) await replaceEarlier()
    isFirst = false
    return EVERY_MS
  }

  /** A process that died had the same port of the machine. */
  async function replaceEarlier(): Promise<void> {
    if (port === 0) return
    const { machine } = own
    await db
      .delete(infraProcesses)
      .where(
        and(eq(infraProcesses.machine, machine), eq(infraProcesses.port, port), ne(infraProcesses.id, id)),
      )
  }

  const task = repeat(report, 'reporting the state of this process', log)
  return async () => {
    await task.stop()
    await db
      .delete(infraProcesses)
      .where(eq(infraProcesses.id, id))
      .catch((err: unknown) => log.warn({ err }, 'the row of this process remains until it is too old'))
  }
}

/** Measures use of the processor and responses since the last call. */
function useMeter({ metrics }: Pick<Infra, 'metrics'>): () => Record<string, number> {
  let atMs = performance.now()
  let cpu = process.cpuUsage()
  let loop = performance.eventLoopUtilization()
  let responses = metrics.responseTotals()
  return () => {
    const nowMs = performance.now()
    const seconds = Math.max(0.001, (nowMs - atMs) / 1000)
    const used = process.cpuUsage(cpu)
    const busy = performance.eventLoopUtilization(loop)
    const total = metrics.responseTotals()
    const figures = {
      processors: (used.user + used.system) / 1e6 / seconds,
      busy: busy.utilization,
      requests: (total.all - responses.all) / seconds,
      failing: (total.failed - responses.failed) / seconds,
    }
    atMs = nowMs
    cpu = process.cpuUsage()
    loop = performance.eventLoopUtilization()
    responses = total
    return figures
  }
}
