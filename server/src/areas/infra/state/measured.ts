import type { Infra as InfraView } from '@kinora/contract'
import type { Reading } from '../../../platform/gauges/gauges.ts'
import type { Infra } from '../infra.ts'
import { type KnownMachine, machinesOf } from '../processes/machines.ts'
import { type KnownProcess, loadProcesses } from '../processes/processes.ts'
import { forecastDisks } from '../samples/history.ts'
import { readingOf, valuesBy } from '../samples/readings.ts'
import { mostOf } from '../samples/samples.ts'

/** Everything that is measured at present, without findings. */
export type Measured = Omit<InfraView, 'at' | 'parts' | 'findings'> & {
  readonly subscriptions: {
    /** Unread events by subscription. */
    readonly lags: ReadonlyMap<string, number>
    readonly deadLetters: number
  }
}

export async function measure(infra: Infra): Promise<Measured> {
  const [processes, readings, forecasts] = await Promise.all([
    loadProcesses(infra),
    infra.gauges.read('installation'),
    forecastDisks(infra),
  ])
  const running = processes.filter(({ isRunning }) => isRunning)
  const value = (gauge: string) => readingOf(readings, gauge)
  return {
    processes: processes.map(processView),
    machines: machinesOf(processes).map((machine) => machineView(machine, forecasts)),
    ...queuesOf(readings),
    database: {
      connections: value('kinora_database_connections'),
      connectionsMax: value('kinora_database_connections_max'),
      bytes: value('kinora_database_size_bytes'),
      oldestTransactionS: value('kinora_database_oldest_transaction_seconds'),
    },
    storage: storageOf(infra, running, readings),
    warehouse: warehouseOf(running, readings),
    live: {
      nodes: value('kinora_live_nodes'),
      streams: value('kinora_live_streams_on'),
      sessions: value('kinora_live_sessions'),
      viewers: value('kinora_live_viewers'),
    },
    delivery: deliveryOf(running),
    subscriptions: {
      lags: valuesBy(readings, 'kinora_subscription_lag_events'),
      deadLetters: [...valuesBy(readings, 'kinora_subscription_dead_letters').values()].reduce(
        (total, each) => total + each,
        0,
      ),
    },
  }
}

function processView({ machine, figures, ...row }: KnownProcess): InfraView['processes'][number] {
  return {
    id: row.id,
    machine,
    pid: row.pid,
    roles: row.roles,
    startedAt: row.startedAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    isRunning: row.isRunning,
    memoryBytes: figures.kinora_process_memory_bytes ?? null,
    processors: figures.processors ?? null,
    busy: figures.busy ?? null,
    requests: figures.requests ?? null,
  }
}

function machineView(
  machine: KnownMachine,
  forecasts: ReadonlyMap<string, number>,
): InfraView['machines'][number] {
  const { name, processors, load, memoryBytes, memoryAvailableBytes, diskSize, diskFree } = machine
  const common = { name, processors, load, memoryBytes, memoryAvailableBytes }
  return {
    ...common,
    diskBytes: diskSize,
    diskFreeBytes: diskFree,
    diskFullInS: forecasts.get(name) ?? null,
  }
}

function queuesOf(readings: readonly Reading[]): Pick<Measured, 'queues' | 'idleQueues'> {
  const running = valuesBy(readings, 'kinora_jobs_active')
  const oldest = valuesBy(readings, 'kinora_jobs_oldest_seconds')
  const all = [...valuesBy(readings, 'kinora_jobs_waiting')].map(([name, waiting]) => ({
    name,
    waiting,
    running: running.get(name) ?? 0,
    oldestS: oldest.get(name) ?? 0,
  }))
  const busy = all.filter((queue) => queue.waiting + queue.running > 0)
  return {
    queues: busy.toSorted((one, other) => other.oldestS - one.oldestS),
    idleQueues: all.length - busy.length,
  }
}

function storageOf(
  { storage }: Infra,
  running: readonly KnownProcess[],
  readings: readonly Reading[],
): Measured['storage'] {
  const figures = running.map((process) => process.figures)
  const lastS = mostOf(figures, 'kinora_storage_last_error_timestamp_seconds')
  const errors = figures.flatMap(({ kinora_storage_errors }) => kinora_storage_errors ?? [])
  return {
    kind: storage.kind,
    videos: readingOf(readings, 'kinora_stored_videos'),
    bytes: readingOf(readings, 'kinora_stored_bytes'),
    errors: errors.length === 0 ? null : errors.reduce((total, each) => total + each, 0),
    lastErrorAt: lastS === null ? null : new Date(lastS * 1000).toISOString(),
  }
}

function warehouseOf(running: readonly KnownProcess[], readings: readonly Reading[]): Measured['warehouse'] {
  const figures = running.map((process) => process.figures)
  const up = mostOf(figures, 'kinora_warehouse_up')
  const lastS = mostOf(figures, 'kinora_warehouse_last_insert_timestamp_seconds')
  return {
    isUp: up === null ? null : up === 1,
    parts: mostOf(figures, 'kinora_warehouse_parts'),
    memoryBytes: mostOf(figures, 'kinora_warehouse_memory_bytes'),
    diskBytes: mostOf(figures, 'kinora_warehouse_disk_bytes'),
    lastInsertAt: lastS === null ? null : new Date(lastS * 1000).toISOString(),
    waitingEvents: readingOf(readings, 'kinora_sealer_waiting_events'),
    oldestWaitingS: readingOf(readings, 'kinora_sealer_oldest_seconds'),
  }
}

function deliveryOf(running: readonly KnownProcess[]): Measured['delivery'] {
  if (running.length === 0) return { requests: null, failing: null }
  const sum = (name: string) => running.reduce((total, { figures }) => total + (figures[name] ?? 0), 0)
  const requests = sum('requests')
  return { requests, failing: requests === 0 ? null : sum('failing') / requests }
}
