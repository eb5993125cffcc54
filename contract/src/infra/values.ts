// Values without schemas: screens load these, and not zod.

/** Parts of an installation, in the order of the screen. */
export const infraParts = [
  'processes',
  'machines',
  'queues',
  'database',
  'storage',
  'warehouse',
  'ingest',
  'delivery',
] as const
export type InfraPart = (typeof infraParts)[number]

/** `unknown`: nothing measures the part at present, or it was not needed yet. */
export const infraHealths = ['good', 'warning', 'bad', 'unknown'] as const
export type InfraHealth = (typeof infraHealths)[number]

/** Faults that are found, each with its part. */
export const infraFindings = {
  /** No running process has a role. */
  'no-process': 'processes',
  /** A process has not reported for a while and did not stop in order. */
  'process-silent': 'processes',
  /** The event loop of a process is busy nearly all the time. */
  'process-busy': 'processes',
  /** Less space than new uploads must leave. */
  'disk-full': 'machines',
  'disk-full-soon': 'machines',
  'disk-low': 'machines',
  'memory-low': 'machines',
  'load-high': 'machines',
  /** Jobs wait, and no worker does any. */
  'queue-stopped': 'queues',
  'queue-long': 'queues',
  'events-behind': 'queues',
  'events-failed': 'queues',
  'database-unreachable': 'database',
  'connections-used-up': 'database',
  'transaction-long': 'database',
  'storage-errors': 'storage',
  'warehouse-away': 'warehouse',
  'warehouse-parts': 'warehouse',
  'views-late': 'warehouse',
  /** A process has the role, and no node accepts streams. */
  'no-node': 'ingest',
  'responses-failing': 'delivery',
} as const satisfies Record<string, InfraPart>
export type InfraFindingId = keyof typeof infraFindings

export const infraFindingIds = Object.keys(infraFindings) as [InfraFindingId, ...InfraFindingId[]]

/** Figures with a history. Those of machines have a series for each. */
export const infraFigures = {
  'disk.used': { isOfMachine: true },
  'memory.used': { isOfMachine: true },
  load: { isOfMachine: true },
  'jobs.waiting': { isOfMachine: false },
  'jobs.oldest': { isOfMachine: false },
  'database.connections': { isOfMachine: false },
  'database.size': { isOfMachine: false },
  'stored.bytes': { isOfMachine: false },
  'warehouse.memory': { isOfMachine: false },
  'views.late': { isOfMachine: false },
  'live.streams': { isOfMachine: false },
  'live.viewers': { isOfMachine: false },
  requests: { isOfMachine: false },
} as const satisfies Record<string, { readonly isOfMachine: boolean }>
export type InfraFigure = keyof typeof infraFigures

export const infraFigureIds = Object.keys(infraFigures) as [InfraFigure, ...InfraFigure[]]

/** Hours of the history, and seconds between its points. */
export const infraHistory = { hours: 24, stepS: 300 } as const
