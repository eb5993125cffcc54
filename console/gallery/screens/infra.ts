import { type Infra, type InfraFigure, type InfraPast, infraHistory } from '@kinora/contract'
import { idOf, now, owner } from './people'
import { type Answers, pending, problem, type States } from './state'

const administrator = { ...owner, isAdmin: true }
const ago = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()

const worker: Infra['processes'][number] = {
  id: idOf(1),
  machine: 'media-1.example.com',
  pid: 4121,
  roles: ['worker'],
  startedAt: ago(4000),
  seenAt: ago(0),
  isRunning: true,
  memoryBytes: 412e6,
  processors: 0.42,
  busy: 0.21,
  requests: 0.4,
}
const machine: Infra['machines'][number] = {
  name: 'media-1.example.com',
  processors: 16,
  load: 9.4,
  memoryBytes: 64e9,
  memoryAvailableBytes: 23e9,
  diskBytes: 8e12,
  diskFreeBytes: 1.1e12,
  diskFullInS: 3 * 86_400,
}

const troubled: Infra = {
  at: now,
  parts: [
    { part: 'processes', health: 'warning' },
    { part: 'machines', health: 'warning' },
    { part: 'queues', health: 'bad' },
    { part: 'database', health: 'good' },
    { part: 'storage', health: 'good' },
    { part: 'warehouse', health: 'good' },
    { part: 'ingest', health: 'good' },
    { part: 'delivery', health: 'good' },
  ],
  findings: [
    { id: 'queue-stopped', health: 'bad', subject: 'portrait.render', value: 5400 },
    { id: 'process-silent', health: 'warning', subject: 'edge-2.example.com 88', value: null },
    { id: 'disk-full-soon', health: 'warning', subject: machine.name, value: 3 * 86_400 },
    { id: 'events-failed', health: 'warning', subject: '', value: 3 },
  ],
  processes: [
    worker,
    {
      ...worker,
      id: idOf(2),
      machine: 'edge-1.example.com',
      pid: 902,
      roles: ['web', 'delivery', 'ingest'],
      busy: 0.63,
      requests: 842.2,
    },
    {
      ...worker,
      id: idOf(3),
      machine: 'edge-2.example.com',
      pid: 88,
      roles: ['delivery'],
      isRunning: false,
      seenAt: ago(7),
    },
  ],
  machines: [
    {
      ...machine,
      name: 'edge-1.example.com',
      processors: 8,
      load: 2.1,
      memoryBytes: 16e9,
      memoryAvailableBytes: 9e9,
      diskBytes: 5e11,
      diskFreeBytes: 4.1e11,
      diskFullInS: null,
    },
    machine,
  ],
  queues: [
    { name: 'portrait.render', waiting: 2, running: 0, oldestS: 5400 },
    { name: 'library.ladder', waiting: 14, running: 1, oldestS: 210 },
    { name: 'intelligence.scenes', waiting: 0, running: 1, oldestS: 0 },
  ],
  idleQueues: 23,
  database: { connections: 41, connectionsMax: 197, bytes: 7.2e9, oldestTransactionS: 1 },
  storage: { kind: 'disk', videos: 18_342, bytes: 6.1e12, errors: 0, lastErrorAt: null },
  warehouse: {
    isUp: true,
    parts: 38,
    memoryBytes: 8.1e8,
    diskBytes: 3.4e10,
    lastInsertAt: ago(0),
    waitingEvents: 120,
    oldestWaitingS: 1,
  },
  live: { nodes: 1, streams: 6, sessions: 7, viewers: 15_320 },
  delivery: { requests: 842.6, failing: 0.0004 },
}

const healthy: Infra = {
  ...troubled,
  parts: troubled.parts.map(({ part }) => ({ part, health: 'good' })),
  findings: [],
  processes: troubled.processes.slice(0, 2),
  queues: [],
  idleQueues: 26,
}

/** A fresh installation: nobody watched anything, and no minute was measured. */
const fresh: Infra = {
  ...healthy,
  parts: healthy.parts.map(({ part }) => ({ part, health: part === 'warehouse' ? 'unknown' : 'good' })),
  machines: [{ ...machine, diskFullInS: null }],
  warehouse: {
    isUp: null,
    parts: null,
    memoryBytes: null,
    diskBytes: null,
    lastInsertAt: null,
    waitingEvents: 0,
    oldestWaitingS: 0,
  },
}

const steps = (infraHistory.hours * 3600) / infraHistory.stepS
const from = new Date(Date.parse(now) - infraHistory.hours * 3_600_000).toISOString()

/** A day of values around a level. Kinora did not run for a while in the morning. */
function day(figure: InfraFigure, level: number, swing: number, named: string | null = null) {
  const values = Array.from({ length: steps }, (_, n) =>
    n > 90 && n < 100 ? null : level + swing * (Math.sin(n / 40) + 0.3 * Math.sin(n / 3)),
  )
  return { figure, machine: named, values }
}

const past: InfraPast = {
  from,
  stepS: infraHistory.stepS,
  since: ago(7 * 24 * 60),
  series: [
    ...troubled.machines.flatMap(({ name, diskBytes, diskFreeBytes, load }) => [
      day('disk.used', 1 - (diskFreeBytes ?? 0) / (diskBytes ?? 1), 0.02, name),
      day('memory.used', 0.5, 0.1, name),
      day('load', load ?? 0, (load ?? 0) / 3, name),
    ]),
    day('jobs.waiting', 12, 9),
    day('jobs.oldest', 300, 200),
    day('database.connections', 40, 6),
    day('stored.bytes', 6e12, 1e10),
    day('warehouse.memory', 8e8, 1e8),
    day('live.viewers', 12_000, 6000),
    day('requests', 700, 300),
  ],
}
const none: InfraPast = { from, stepS: infraHistory.stepS, since: null, series: [] }

const answers: Answers = { getInfra: troubled, getInfraHistory: past }
const path = '/infraMonitor'

export const infra: States = {
  troubled: { path, user: administrator, answers },
  healthy: { path, user: administrator, answers: { ...answers, getInfra: healthy } },
  fresh: { path, user: administrator, answers: { getInfra: fresh, getInfraHistory: none } },
  loading: { path, user: administrator, answers: { getInfra: pending, getInfraHistory: pending } },
  'does not load': {
    path,
    user: administrator,
    answers: { getInfra: problem('unavailable'), getInfraHistory: problem('unavailable') },
  },
  'for others': { path, answers: {} },
}
