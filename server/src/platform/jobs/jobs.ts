import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import * as z from 'zod'
import type { Transaction } from '../database/database.ts'
import { FfmpegFailure } from '../ffmpeg/index.ts'
import { type Logger, messageOf } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** A kind of job, without its handler. */
export interface JobDefinition<Input extends object> {
  readonly name: string
  readonly input: z.ZodType<Input>
  /** Maximum attempts. */
  readonly attempts: number
  readonly retryDelaySeconds: number
  /** A worker without a heartbeat for this long is dead. At least 10. */
  readonly heartbeatSeconds: number
  /** Maximum time of one attempt. */
  readonly wallLimitSeconds: number
  /** Maximum concurrent jobs of this kind per process. */
  readonly concurrency: number
}

/** The fields that the queue needs. */
type AnyDefinition = Omit<JobDefinition<object>, 'input'>

export interface JobContext {
  /** Aborts when the process stops, the attempt runs out of time, or its lease is lost. */
  readonly signal: AbortSignal
  /** Counts from 1. */
  readonly attempt: number
  /** The environment that this job belongs to. */
  readonly environmentId: string
}

export interface JobHandler<Input extends object> {
  readonly definition: JobDefinition<Input>
  /** Does the work or throws. Must be idempotent. */
  run(input: Input, context: JobContext): Promise<void>
  /** Writes the visible end state after the last attempt failed. */
  failed(input: Input, error: unknown): Promise<void>
}

export function defineJob<Input extends object>(definition: JobDefinition<Input>): JobDefinition<Input> {
  return definition
}

export interface Jobs {
  /** Enqueues a job in the caller's transaction. Jobs of different environments take turns within a queue. A waiting
   * job with the same key is not enqueued again. */
  enqueue<Input extends object>(
    tx: Transaction,
    definition: JobDefinition<Input>,
    input: Input,
    options: { environmentId: string; key: string; afterSeconds?: number },
  ): Promise<void>
  /** Creates the queues of these handlers. Must run before the first `enqueue` of their jobs. */
  declare(handlers: readonly AnyHandler[]): Promise<void>
  /** Starts to run the declared jobs in this process. */
  work(): Promise<void>
  close(): Promise<void>
}

const SUPERVISE_SECONDS = 5
const DRAIN_MS = 5_000
/** How often the worker of a job may die or be stopped before the job counts as failed. */
const MAX_INTERRUPTIONS = 6

/** Opens the job store. Jobs can be enqueued once declared, and run after `work`. */
export async function openJobs(options: {
  url: string
  log: Logger
  metrics: Pick<Metrics, 'jobsRunning'>
}): Promise<Jobs> {
  const { url, log, metrics } = options
  const handlers: AnyHandler[] = []
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'kinora-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
  })
  boss.on('error', (err) => log.warn({ err }, 'the job queue met an error'))
  await boss.start()
  const stopping = new AbortController()

  return {
    async declare(declared) {
      await prepareQueues(
        boss,
        declared.map(({ definition }) => definition),
      )
      handlers.push(...declared)
    },
    async enqueue(tx, definition, input, { environmentId, key, afterSeconds }) {
      const waiting = await tx.execute<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM pgboss.job
        WHERE name = ${definition.name} AND group_id = ${environmentId} AND state IN ('created', 'retry')`)
      await boss.send(definition.name, definition.input.parse(input), {
        db: fromDrizzle(tx, sql),
        group: { id: environmentId },
        priority: -(waiting.rows[0]?.count ?? 0),
        singletonKey: key,
        ...(afterSeconds ? { startAfter: afterSeconds } : {}),
      })
    },
    async work() {
      for (const handler of handlers) await handler.attach({ boss, log, metrics, stopping: stopping.signal })
    },
    async close() {
      stopping.abort()
      // A graceful stop of pg-boss looks only every 500 ms whether the running jobs have ended.
      const queues = handlers.flatMap(({ definition }) => queuesOf(definition))
      const drained = Promise.allSettled(queues.map(({ name }) => boss.offWork(name)))
      await Promise.race([drained, pause(DRAIN_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

/** Creates missing queues and updates changed ones. Usually a single query shows that there are none. */
async function prepareQueues(boss: PgBoss, definitions: readonly AnyDefinition[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, policy, ...options } of definitions.flatMap(queuesOf)) {
    const queue = present.get(name)
    if (queue === undefined) await boss.createQueue(name, { ...options, policy })
    if (queue === undefined || !isMatch(queue, options)) await boss.updateQueue(name, options)
  }
}

interface QueueSettings extends Omit<Queue, 'name' | 'policy' | 'partition'> {
  readonly name: string
  /** Cannot be changed after creation. */
  readonly policy: 'standard' | 'short'
}

/** The dead-letter queue comes first, because the other one refers to it. */
function queuesOf(definition: AnyDefinition): QueueSettings[] {
  const deadLetter = deadLetterQueue(definition)
  return [
    { name: deadLetter, policy: 'standard', retryLimit: 5, retryDelay: 5, notify: true },
    {
      name: definition.name,
      policy: 'short',
      retryLimit: definition.attempts - 1 + MAX_INTERRUPTIONS,
      retryDelay: definition.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 60,
      heartbeatSeconds: definition.heartbeatSeconds,
      expireInSeconds: definition.wallLimitSeconds,
      deleteAfterSeconds: 7 * 24 * 3600,
      notify: true,
      deadLetter,
    },
  ]
}

function isMatch(queue: Queue, options: Partial<Queue>): boolean {
  const actual = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(options).every(([name, value]) => actual.get(name) === value)
}

/** Queue of permanently failed jobs. Its handler writes the end state of jobs whose worker could not. */
function deadLetterQueue(definition: AnyDefinition): string {
  return `${definition.name}.dead`
}

/** The worker of the last attempt died, was stopped, or exceeded the wall limit. */
export class JobDied extends Error {
  override readonly name = 'JobDied'
}

interface WorkerContext {
  readonly boss: PgBoss
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'jobsRunning'>
  /** Aborts when this process ends. */
  readonly stopping: AbortSignal
}

export interface AnyHandler {
  readonly definition: AnyDefinition
  attach(worker: WorkerContext): Promise<void>
}

/** Hides the input type of a handler, so that all handlers fit in one list. */
export function defineHandler<Input extends object>(handler: JobHandler<Input>): AnyHandler {
  const { definition } = handler
  const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }
  return {
    definition,
    async attach(worker) {
      const { boss, metrics } = worker
      const running = metrics.jobsRunning.labels({ job: definition.name })
      const options = { ...polling, heartbeatRefreshSeconds: 3, perJobResults: true } as const
      for (let place = 0; place < definition.concurrency; place++) {
        let workerId = ''
        workerId = await boss.work<Input>(definition.name, options, async (jobs): Promise<JobResult[]> => {
          running.inc()
          try {
            return await Promise.all(jobs.map((job) => runOne(handler, job, worker)))
          } finally {
            running.dec()
            // Otherwise the next waiting job would start only at the next poll.
            boss.notifyWorker(workerId)
          }
        })
      }
      const failDeadJobs = async (jobs: JobWithMetadata<Input>[]): Promise<void> => {
        for (const job of jobs) await failDeadJob(handler, job)
      }
      await boss.work(deadLetterQueue(definition), { ...polling, includeMetadata: true }, failDeadJobs)
    },
  }
}

async function runOne<Input extends object>(
  handler: JobHandler<Input>,
  job: Job<Input>,
  { log, stopping }: WorkerContext,
): Promise<JobResult> {
  const { definition } = handler
  const { id } = job
  const input = definition.input.parse(job.data)
  const attempt = job.retryCount + 1
  try {
    const signal = AbortSignal.any([job.signal, stopping])
    await handler.run(input, { signal, attempt, environmentId: job.groupId ?? '' })
    return { id, status: 'completed' }
  } catch (err) {
    // The process stops, time ran out, or the lease was lost: this attempt no longer decides how the job ends.
    if (stopping.aborted || job.signal.aborted)
      return { id, status: 'failed', output: { message: 'interrupted' } }
    const isLast = attempt >= definition.attempts
    log.warn(
      { err, job: definition.name, jobId: id, attempt, input },
      isLast ? 'a job failed for good' : 'a job failed and will be tried again',
    )
    if (isLast) await handler.failed(input, err)
    const output = { hasEndState: isLast, message: messageOf(err), ...ffmpegOutputOf(err) }
    return { id, status: isLast ? 'deadletter' : 'failed', output }
  }
}

/** Command and output of a failed ffmpeg, stored with the job for diagnosis. */
function ffmpegOutputOf(err: unknown): { command?: string; stderr?: string } {
  return err instanceof FfmpegFailure ? { command: err.command, stderr: err.stderrTail } : {}
}

const withEndState = z.object({ hasEndState: z.literal(true) })

/** Writes the end state of a job whose last attempt could not: its worker died, was stopped, or ran out of time. */
async function failDeadJob<Input extends object>(
  handler: JobHandler<Input>,
  job: JobWithMetadata<Input>,
): Promise<void> {
  if (withEndState.safeParse(job.sourceOutput).success) return
  await handler.failed(handler.definition.input.parse(job.data), new JobDied('the last attempt did not end'))
}
