import type { InfraFinding } from '@kinora/contract'
import { roles } from '../../../platform/config.ts'
import type { Measured } from './measured.ts'

interface Now {
  readonly now: Date
  /** Free space that new uploads must leave. */
  readonly minFreeBytes: number
}

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400
/** Errors of the storage matter for this time. */
const RECENT_S = 15 * MINUTE_S
/** Requests in a second below which a share of failed responses says little. */
const FEW_REQUESTS = 0.2

/** Findings that need attention, the worst first. */
export function findingsOf(measured: Measured, now: Now): InfraFinding[] {
  return [
    ...ofProcesses(measured),
    ...measured.machines.flatMap((machine) => ofMachine(machine, now)),
    ...ofQueues(measured),
    ...ofDatabase(measured.database),
    ...ofStorage(measured.storage, now),
    ...ofWarehouse(measured.warehouse),
    ...ofLive(measured),
    ...ofDelivery(measured.delivery),
  ].toSorted((one, other) => Number(other.health === 'bad') - Number(one.health === 'bad'))
}

function found(
  id: InfraFinding['id'],
  health: InfraFinding['health'],
  subject = '',
  value: number | null = null,
) {
  return [{ id, health, subject, value }]
}

/** A finding if the value is at least the first limit, which is bad from the second one on. */
function above(
  id: InfraFinding['id'],
  value: number | null,
  [warning, bad]: readonly [warning: number, bad: number],
  subject = '',
): InfraFinding[] {
  if (value === null || value < warning) return []
  return found(id, value >= bad ? 'bad' : 'warning', subject, value)
}

function ofProcesses({ processes }: Measured): InfraFinding[] {
  const running = processes.filter(({ isRunning }) => isRunning)
  const missing = roles.filter((role) => !running.some((each) => each.roles.includes(role)))
  const silent = processes.filter(({ isRunning }) => !isRunning)
  const nameOf = ({ machine, pid }: (typeof processes)[number]) => `${machine} ${pid}`
  return [
    ...missing.flatMap((role) => found('no-process', 'bad', role)),
    ...silent.flatMap((each) => found('process-silent', 'warning', nameOf(each))),
    ...running.flatMap((each) => above('process-busy', each.busy, [0.85, 0.97], nameOf(each))),
  ]
}

function ofMachine(machine: Measured['machines'][number], { minFreeBytes }: Now): InfraFinding[] {
  const { name, load, processors, diskFreeBytes, diskBytes, diskFullInS } = machine
  return [
    ...ofDisk({ name, free: diskFreeBytes, size: diskBytes, fullInS: diskFullInS, minFreeBytes }),
    ...above('load-high', load !== null && processors !== null ? load / processors : null, [3, 8], name),
    ...ofMemory(machine),
  ]
}

interface Disk {
  readonly name: string
  readonly free: number | null
  readonly size: number | null
  readonly fullInS: number | null
  readonly minFreeBytes: number
}

/** One finding about a disk: the most urgent. */
function ofDisk({ name, free, size, fullInS, minFreeBytes }: Disk): InfraFinding[] {
  if (free === null || size === null) return []
  if (free < minFreeBytes) return found('disk-full', 'bad', name, free)
  if (fullInS !== null && fullInS < 14 * DAY_S)
    return found('disk-full-soon', fullInS < DAY_S ? 'bad' : 'warning', name, fullInS)
  if (free < 3 * minFreeBytes || free < size / 20) return found('disk-low', 'warning', name, free)
  return []
}

function ofMemory({ name, memoryBytes, memoryAvailableBytes }: Measured['machines'][number]): InfraFinding[] {
  if (memoryBytes === null || memoryAvailableBytes === null) return []
  const share = memoryAvailableBytes / memoryBytes
  if (share >= 0.08) return []
  return found('memory-low', share < 0.03 ? 'bad' : 'warning', name, memoryAvailableBytes)
}

function ofQueues({ queues, subscriptions: { lags, deadLetters } }: Measured): InfraFinding[] {
  const long = queues.flatMap(({ name, running, oldestS }) =>
    running === 0 && oldestS > 5 * MINUTE_S
      ? found('queue-stopped', 'bad', name, oldestS)
      : above('queue-long', oldestS, [15 * MINUTE_S, 4 * HOUR_S], name),
  )
  return [
    ...long,
    ...[...lags].flatMap(([name, lag]) => above('events-behind', lag, [1000, 10_000], name)),
    ...(deadLetters > 0 ? found('events-failed', 'warning', '', deadLetters) : []),
  ]
}

function ofDatabase({
  connections,
  connectionsMax,
  oldestTransactionS,
}: Measured['database']): InfraFinding[] {
  if (connections === null || connectionsMax === null) return found('database-unreachable', 'bad')
  return [
    ...above('connections-used-up', connections / connectionsMax, [0.8, 0.95]),
    ...above('transaction-long', oldestTransactionS, [10 * MINUTE_S, 2 * HOUR_S]),
  ]
}

function ofStorage({ lastErrorAt, errors }: Measured['storage'], { now }: Now): InfraFinding[] {
  if (lastErrorAt === null || now.getTime() - Date.parse(lastErrorAt) > RECENT_S * 1000) return []
  return found('storage-errors', 'warning', '', errors)
}

function ofWarehouse({ isUp, parts, oldestWaitingS }: Measured['warehouse']): InfraFinding[] {
  return [
    ...(isUp === false ? found('warehouse-away', 'bad') : []),
    ...above('warehouse-parts', parts, [300, 1000]),
    ...above('views-late', oldestWaitingS, [3 * MINUTE_S, 30 * MINUTE_S]),
  ]
}

function ofLive({ live, processes }: Measured): InfraFinding[] {
  const hasRole = processes.some(({ isRunning, roles: own }) => isRunning && own.includes('ingest'))
  return hasRole && live.nodes === 0 ? found('no-node', 'bad') : []
}

function ofDelivery({ requests, failing }: Measured['delivery']): InfraFinding[] {
  return requests === null || requests < FEW_REQUESTS ? [] : above('responses-failing', failing, [0.01, 0.05])
}
