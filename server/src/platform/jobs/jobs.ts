import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import * as z from 'zod'
import type { Transaction } from '../database/database.ts'
import { takeLock } from '../database/locks.ts'
import { FfmpegFailure } from '../ffmpeg/index.ts'
import { type Logger, messageOf } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { polling, type QueueWorkers, wakeForDueJobs } from './due-jobs.ts'
import type { RepeatedTask } from './repeat.ts'

/** A kind of job, without its handler. */
export interface JobDefinition<Input extends object> {
  readonly name: string
  readonly input: z.ZodType<Input>
  /** Maximum attempts that fail. Those that die or are stopped do not count. */
  readonly attempts: number
  readonly retryDelaySeconds: number
  /** A worker without a heartbeat for this long is dead. At least 10. */
  readonly heartbeatSeconds: number
  /** Maximum time of one attempt. */
  readonly wallLimitSeconds: number
  /** Maximum concurrent jobs of this kind per process. */
  readonly concurrency: number
  /** A running job also keeps others with its key out. Otherwise only a waiting one does. */
  readonly isExclusive?: boolean
}

/** The fields that the queue needs. */
type AnyDefinition = Omit<JobDefinition<object>, 'input'>

export interface JobTenant {
  /** The environment that this job belongs to. */
  readonly environmentId: string
}

export interface JobContext extends JobTenant {
  /** Aborts when the process stops, the attempt runs out of time, or its lease is lost. */
  readonly signal: AbortSignal
  /** The job was started before, and failed, died or was stopped. */
  readonly isRetry: boolean
}

export interface JobHandler<Input extends object> {
  readonly definition: JobDefinition<Input>
  /** Does the work or throws. Must be idempotent. */
  run(input: Input, context: JobContext): Promise<void>
  /** Writes the visible end state after the last attempt failed. */
  failed(input: Input, error: unknown, tenant: JobTenant): Promise<void>
}

export function defineJob<Input extends object>(definition: JobDefinition<Input>): JobDefinition<Input> {
  return definition
}

export interface Jobs {
  /** Enqueues a job in the caller's transaction. The jobs of different environments take turns within a queue, also
   * with those that are enqueued later. A waiting job with the same key is not enqueued again.
   * @param options.rank as in `expedite` */
  enqueue<Input extends object>(
    tx: Transaction,
    definition: JobDefinition<Input>,
    input: Input,
    options: { environmentId: string; key: string; afterSeconds?: number; rank?: number },
  ): Promise<void>
  /** Moves a waiting job before those of its environment with a lower rank, from 0. Other environments wait no longer. */
  expedite(
    tx: Transaction,
    definition: JobDefinition<object>,
    options: { environmentId: string; key: string; rank: number },
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
const TURNS_LOCK = 7_283_644

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
  boss.on('error', (err) => log.warn({ err }, 'the job queue reported an error'))
  await boss.start()
  await prepareTurns(boss)
  const stopping = new AbortController()
  let waking: RepeatedTask | undefined

  return {
    async declare(declared) {
      await prepareQueues(
        boss,
        declared.map(({ definition }) => definition),
      )
      handlers.push(...declared)
    },
    async enqueue(tx, definition, input, { environmentId, key, afterSeconds, rank = 0 }) {
      await boss.send(definition.name, definition.input.parse(input), {
        db: fromDrizzle(tx, sql),
        group: { id: environmentId },
        priority: -(await nextTurn(tx, definition.name, environmentId)),
        singletonKey: key,
        ...(afterSeconds ? { startAfter: afterSeconds } : {}),
      })
      if (rank > 0) await expedite(tx, definition.name, { environmentId, key, rank })
    },
    expedite: (tx, { name }, options) => expedite(tx, name, options),
    async work() {
      const workers: QueueWorkers[] = []
      for (const handler of handlers)
        workers.push(...(await handler.attach({ boss, log, metrics, stopping: stopping.signal })))
      waking = wakeForDueJobs(boss, workers, log)
    },
    async close() {
      stopping.abort()
      // A graceful stop of pg-boss looks only every 500 ms whether the running jobs have ended.
      const queues = handlers.flatMap(({ definition }) => queuesOf(definition))
      const drained = Promise.allSettled([waking?.stop(), ...queues.map(({ name }) => boss.offWork(name))])
      await Promise.race([drained, pause(DRAIN_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

/** The index that finds an environment's last turn, so that enqueueing costs the same however many jobs wait. */
async function prepareTurns(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(`
    DO $$ BEGIN
      IF to_regclass('pgboss.job_turns') IS NULL THEN
        PERFORM pg_advisory_xact_lock(${TURNS_LOCK});
        CREATE INDEX IF NOT EXISTS job_turns ON pgboss.job (name, group_id, priority) WHERE state < 'active';
      END IF;
    END $$`)
}

/**
 * The turn of a new job (start-time fair queueing): after the environment's own waiting jobs, but not before the turn
 * that is next, so that newcomers cannot keep out those who wait. A job's priority is its negative turn.
 */
async function nextTurn(tx: Transaction, queue: string, environmentId: string): Promise<number> {
  const { rows } = await tx.execute<{ turn: number }>(sql`
    SELECT greatest(0,
      (SELECT -priority FROM pgboss.job
       WHERE name = ${queue} AND state < 'active' AND NOT blocked AND start_after <= now()
       ORDER BY priority DESC, created_on LIMIT 1),
      (SELECT 1 - priority FROM pgboss.job
       WHERE name = ${queue} AND group_id = ${environmentId} AND state < 'active'
       ORDER BY priority LIMIT 1)) AS turn`)
  return rows[0]?.turn ?? 0
}

/** The waiting jobs of an environment keep their turns, and exchange them: those of a higher rank get the first ones. */
async function expedite(
  tx: Transaction,
  queue: string,
  { environmentId, key, rank }: { environmentId: string; key: string; rank: number },
): Promise<void> {
  await takeLock(tx, `job turns ${queue} ${environmentId}`)
  await tx.execute(sql`
    UPDATE pgboss.job SET data = data || jsonb_build_object('rank', ${rank}::int)
    WHERE name = ${queue} AND group_id = ${environmentId} AND singleton_key = ${key} AND state < 'active'`)
  await tx.execute(sql`
    WITH waiting AS (
      SELECT id, priority,
        row_number() OVER (ORDER BY priority DESC, created_on, id) AS turn,
        row_number() OVER (ORDER BY coalesce((data->>'rank')::int, 0) DESC, priority DESC, created_on, id) AS place
      FROM pgboss.job
      WHERE name = ${queue} AND group_id = ${environmentId} AND state < 'active' AND start_after <= now())
    UPDATE pgboss.job SET priority = turns.priority
    FROM waiting JOIN waiting AS turns ON turns.turn = waiting.place
    WHERE job.name = ${queue} AND job.id = waiting.id AND job.state < 'active' AND job.priority <> turns.priority`)
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
  readonly policy: 'standard' | 'short' | 'exclusive'
}

/** The dead-letter queue comes first, because the other one refers to it. */
function queuesOf(definition: AnyDefinition): QueueSettings[] {
  const deadLetter = deadLetterQueue(definition)
  return [
    { name: deadLetter, policy: 'standard', retryLimit: 5, retryDelay: 5, notify: true },
    {
      name: definition.name,
      policy: definition.isExclusive ? 'exclusive' : 'short',
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
  /** Starts the workers. @returns the names of its queues, with the IDs of their workers */
  attach(worker: WorkerContext): Promise<readonly QueueWorkers[]>
}

/** Hides the input type of a handler, so that all handlers fit in one list. */
export function defineHandler<Input extends object>(handler: JobHandler<Input>): AnyHandler {
  const { definition } = handler
  return {
    definition,
    async attach(worker) {
      const { boss, metrics } = worker
      const running = metrics.jobsRunning.labels({ job: definition.name })
      const options = { ...polling, heartbeatRefreshSeconds: 3, perJobResults: true } as const
      const workerIds: string[] = []
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
        workerIds.push(workerId)
      }
      const failDeadJobs = async (jobs: JobWithMetadata<Input>[]): Promise<void> => {
        for (const job of jobs) await failDeadJob(handler, job)
      }
      const deadLetter = deadLetterQueue(definition)
      const failing = await boss.work(deadLetter, { ...polling, includeMetadata: true }, failDeadJobs)
      return [
        { queue: definition.name, workerIds },
        { queue: deadLetter, workerIds: [failing] },
      ]
    },
  }
}

async function runOne<Input extends object>(
  handler: JobHandler<Input>,
  job: Job<Input>,
  { boss, log, stopping }: WorkerContext,
): Promise<JobResult> {
  const { definition } = handler
  const { id } = job
  const input = definition.input.parse(job.data)
  try {
    const signal = AbortSignal.any([job.signal, stopping])
    await handler.run(input, { signal, isRetry: job.retryCount > 0, ...tenantOf(job) })
    return { id, status: 'completed' }
  } catch (err) {
    // The process stops, time ran out, or the lease was lost: this attempt no longer decides how the job ends.
    if (stopping.aborted || job.signal.aborted)
      return { id, status: 'failed', output: { message: 'interrupted' } }
    const attempt = failuresOf(job) + 1
    const isLast = attempt >= definition.attempts
    log.warn(
      { err, job: definition.name, jobId: id, attempt, input },
      isLast ? 'a job failed permanently' : 'a job failed and will be retried',
    )
    if (isLast) {
      if (definition.isExclusive) await releaseKey(boss, job)
      await handler.failed(input, err, tenantOf(job))
    } else await storeFailures(boss, job, attempt)
    const output = { hasEndState: isLast, message: messageOf(err), ...ffmpegOutputOf(err) }
    return { id, status: isLast ? 'deadletter' : 'failed', output }
  }
}

function tenantOf({ groupId }: Job<object>): JobTenant {
  return { environmentId: groupId ?? '' }
}

/**
 * Failed attempts are counted in the job's data, since pg-boss counts every start: a job whose workers died or were
 * stopped must keep its attempts.
 */
const withFailures = z.object({ failures: z.int().catch(0) })

function failuresOf(job: Job<object>): number {
  return withFailures.parse(job.data).failures
}

async function storeFailures(boss: PgBoss, { name, id }: Job<object>, failures: number): Promise<void> {
  await boss
    .getDb()
    .executeSql(
      `UPDATE pgboss.job SET data = data || jsonb_build_object('failures', $3::int) WHERE name = $1 AND id = $2`,
      [name, id, failures],
    )
}

/** The queue learns of a failure only after the end state is written. Until then the job would keep out the next one,
 * which a caller can request as soon as the end state is visible. */
async function releaseKey(boss: PgBoss, { name, id }: Job<object>): Promise<void> {
  await boss
    .getDb()
    .executeSql('UPDATE pgboss.job SET singleton_key = id::text WHERE name = $1 AND id = $2', [name, id])
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
  const input = handler.definition.input.parse(job.data)
  await handler.failed(input, new JobDied('the last attempt did not end'), tenantOf(job))
}
