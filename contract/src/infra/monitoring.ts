import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { infraFigureIds, infraFindingIds, infraHealths, infraHistory, infraParts } from './values.ts'

const path = '/data/api/v1/infra'
/** Null if it is not known. */
const figure = z.nullable(z.number())
const health = z.enum(infraHealths)

const finding = z.object({
  id: z.enum(infraFindingIds),
  health: z.enum(['warning', 'bad']),
  /** The thing that it is about: a process, a machine, a queue, a role. Empty if the part has only one. */
  subject: z.string(),
  /** The measured value, in the unit of the finding: bytes, seconds, a share from 0 to 1, or a number. */
  value: figure,
})
export type InfraFinding = z.infer<typeof finding>

const process = z.object({
  id: uuid,
  machine: z.string(),
  /** Process ID on its machine. */
  pid: z.number(),
  roles: z.array(z.string()),
  startedAt: time,
  seenAt: time,
  isRunning: z.boolean(),
  memoryBytes: figure,
  /** Processors that it uses, such as 0.5. */
  processors: figure,
  /** Share of time in which its event loop is busy. */
  busy: figure,
  /** Responses in a second. */
  requests: figure,
})
export type InfraProcess = z.infer<typeof process>

const machine = z.object({
  name: z.string(),
  processors: figure,
  /** Average number of runnable threads in the last minute. */
  load: figure,
  memoryBytes: figure,
  memoryAvailableBytes: figure,
  diskBytes: figure,
  diskFreeBytes: figure,
  /** Seconds until the disk is full, if it fills as before. Null if it does not, or if this is not known yet. */
  diskFullInS: figure,
})
export type InfraMachine = z.infer<typeof machine>

const queue = z.object({
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  oldestS: z.number(),
})
export type InfraQueue = z.infer<typeof queue>

export const infra = z.object({
  at: time,
  parts: z.array(z.object({ part: z.enum(infraParts), health })),
  /** Findings that need attention, the worst first. */
  findings: z.array(finding),
  processes: z.array(process),
  machines: z.array(machine),
  /** Queues with jobs, the longest waiting first. */
  queues: z.array(queue),
  /** Queues without jobs. */
  idleQueues: z.number(),
  database: z.object({
    connections: figure,
    connectionsMax: figure,
    bytes: figure,
    oldestTransactionS: figure,
  }),
  storage: z.object({
    kind: z.enum(['disk', 's3']),
    videos: figure,
    bytes: figure,
    errors: figure,
    lastErrorAt: z.nullable(time),
  }),
  warehouse: z.object({
    /** Null if it was not needed yet. */
    isUp: z.nullable(z.boolean()),
    parts: figure,
    memoryBytes: figure,
    diskBytes: figure,
    lastInsertAt: z.nullable(time),
    waitingEvents: figure,
    oldestWaitingS: figure,
  }),
  live: z.object({ nodes: figure, streams: figure, sessions: figure, viewers: figure }),
  delivery: z.object({
    /** Responses of all processes in a second. */
    requests: figure,
    /** Share of responses with a status of 500 or more. */
    failing: figure,
  }),
})
export type Infra = z.infer<typeof infra>

const series = z.object({
  figure: z.enum(infraFigureIds),
  /** Null for figures of the installation. */
  machine: z.nullable(z.string()),
  /** Averages of each step. Null where nothing was measured. */
  values: z.array(figure),
})

export const infraPast = z.object({
  from: time,
  stepS: z.number(),
  series: z.array(series),
  /** The oldest measurement. Null if there is none. */
  since: z.nullable(time),
})
export type InfraPast = z.infer<typeof infraPast>

/** Calls for the administrators of the installation. */
export const infraFeature = defineFeature({
  calls: {
    getInfra: call({
      method: 'GET',
      path,
      summary:
        'Get the state of the installation: its processes, machines and parts, and what needs attention.',
      caller: 'admin',
      answer: infra,
      kind: 'json',
      status: 200,
    }),
    getInfraHistory: call({
      method: 'GET',
      path: `${path}/history`,
      summary: `Get figures of the installation in the last ${infraHistory.hours} hours.`,
      caller: 'admin',
      answer: infraPast,
      kind: 'json',
      status: 200,
    }),
  },
})
