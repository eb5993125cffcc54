import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import * as z from 'zod'
import type { Transaction } from '../database/database.ts'
import { FfmpegFailure } from '../ffmpeg/index.ts'
import { type Logger, messageOf } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** What a job is, apart from who does it. */
export interface JobDefinition<Input extends object> {
  readonly name: string
  readonly input: z.ZodType<Input>
  /** How often it may fail before that is final. */
  readonly attempts: number
  readonly retryDelaySeconds: number
  /** A worker that shows no sign of life for this long has died; at least 10. */
  readonly heartbeatSeconds: number
  /** Longest time for one attempt. */
  readonly wallLimitSeconds: number
  /** Jobs of this kind at once in one process. */
  readonly concurrency: number
}

/** What the queue needs of a definition, whatever its input. */
type AnyDefinition = Omit<JobDefinition<object>, 'input'>

export interface JobContext {
  /** Aborts when the process stops, the attempt has used up its time, or its lease is lost. */
  readonly signal: AbortSignal
  /** Counts from 1. */
  readonly attempt: number
  /** Whose turn this is. */
  readonly environmentId: string
}

export interface JobHandler<Input extends object> {
  readonly definition: JobDefinition<Input>
  /** Does the work, or throws; doing it twice must come to the same. */
  run(input: Input, context: JobContext): Promise<void>
  /** Writes the end state that a person sees, after the last attempt failed. */
  failed(input: Input, error: unknown): Promise<void>
}

export function defineJob<Input extends object>(definition: JobDefinition<Input>): JobDefinition<Input> {
  return definition
}

export interface Jobs {
  /**
   * Enqueues in the caller's transaction: the job exists if and only if that commits. Within one queue the
   * jobs of different environments take turns; a second job of the same key does not wait beside the first. It
   * runs at once, or after so many seconds.
   */
  enqueue<Input extends object>(
    tx: Transaction,
    definition: JobDefinition<Input>,
    input: Input,
    options: { environmentId: string; key: string; afterSeconds?: number },
  ): Promise<void>
  /** Makes the queues of these handlers' jobs. Comes before the first `enqueue` of one of them. */
  declare(handlers: readonly AnyHandler[]): Promise<void>
  /** Begins to run the declared jobs in this process. */
  work(): Promise<void>
  close(): Promise<void>
}

const SUPERVISE_SECONDS = 5
const DRAIN_MS = 5_000
/** How many workers may die over one job, or be stopped, before it counts as failed. */
const MAX_INTERRUPTIONS = 6

/** Opens the job store. Jobs are enqueued once they are declared, and run after `work`. */
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
      await boss.stop({ graceful: true, timeout: DRAIN_MS })
    },
  }
}

/**
 * Creates the queues that are missing and changes those whose definition changed. Usually none is, and one query
 * shows it.
 */
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
  /** Cannot be changed once the queue is there. */
  readonly policy: 'standard' | 'short'
}

/** The queue of dead letters comes first, since the other one names it. */
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

/** Where jobs go that failed for good; those whose worker could not say so itself are given their end state there. */
function deadLetterQueue(definition: AnyDefinition): string {
  return `${definition.name}.dead`
}

/** The worker of the last attempt died, was stopped, or took longer than the wall limit. */
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

/** Closes a handler over its input's type, so that handlers of all kinds fit one list. */
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
            // Otherwise the next job that waits would be looked for only at the next poll.
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
    // Stopped, out of time, or its lease lost to another: how the job ends is no longer for this attempt to say.
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

/** What a failed program said, kept with the job for whoever looks into it. */
function ffmpegOutputOf(err: unknown): { command?: string; stderr?: string } {
  return err instanceof FfmpegFailure ? { command: err.command, stderr: err.stderrTail } : {}
}

const withEndState = z.object({ hasEndState: z.literal(true) })

/** Writes the end state of a job whose last attempt could not: its worker died, was stopped, or took too long. */
async function failDeadJob<Input extends object>(
  handler: JobHandler<Input>,
  job: JobWithMetadata<Input>,
): Promise<void> {
  if (withEndState.safeParse(job.sourceOutput).success) return
  await handler.failed(handler.definition.input.parse(job.data), new JobDied('the last attempt did not end'))
}
