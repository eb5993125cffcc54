import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobWithMetadata, PgBoss } from 'pg-boss'
import * as z from 'zod'
import type { Transaction } from './database.ts'
import type { Logger } from './log.ts'

/** What a job is, apart from who does it. */
export interface JobDefinition<Input extends object> {
  readonly name: string
  readonly input: z.ZodType<Input>
  /** How often it is begun at most, the first time included. */
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
  readonly attempt: number
  readonly isLastAttempt: boolean
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
   * jobs of different environments take turns; a second job of the same key does not wait beside the first.
   */
  enqueue<Input extends object>(
    tx: Transaction,
    definition: JobDefinition<Input>,
    input: Input,
    options: { environmentId: string; key: string; startAfter?: Date },
  ): Promise<void>
  /** Begins to run jobs in this process. */
  work(): Promise<void>
  close(): Promise<void>
}

const SUPERVISE_SECONDS = 5
const DRAIN_MS = 8_000

/** Opens the queues; jobs can be enqueued at once and are run after `work`. */
export async function openJobs(options: {
  url: string
  handlers: readonly AnyHandler[]
  log: Logger
}): Promise<Jobs> {
  const { url, handlers, log } = options
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
  for (const { definition } of handlers) await createQueue(boss, definition)

  return {
    async enqueue(tx, definition, input, { environmentId, key, startAfter }) {
      const waiting = await tx.execute<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM pgboss.job
        WHERE name = ${definition.name} AND group_id = ${environmentId} AND state IN ('created', 'retry')`)
      await boss.send(definition.name, definition.input.parse(input), {
        db: fromDrizzle(tx, sql),
        group: { id: environmentId },
        priority: -(waiting.rows[0]?.count ?? 0),
        singletonKey: key,
        ...(startAfter === undefined ? {} : { startAfter }),
      })
    },
    async work() {
      for (const handler of handlers) await handler.attach(boss, log)
    },
    async close() {
      await boss.stop({ graceful: true, timeout: DRAIN_MS })
    },
  }
}

async function createQueue(boss: PgBoss, definition: AnyDefinition): Promise<void> {
  const options = {
    retryLimit: definition.attempts - 1,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: definition.retryDelaySeconds > 0,
    heartbeatSeconds: definition.heartbeatSeconds,
    expireInSeconds: definition.wallLimitSeconds,
    deleteAfterSeconds: 7 * 24 * 3600,
    notify: true,
  }
  const deadLetter = deadQueue(definition)
  await boss.createQueue(deadLetter, { retryLimit: 5, retryDelay: 5, notify: true })
  await boss.createQueue(definition.name, { ...options, policy: 'short', deadLetter })
  await boss.updateQueue(definition.name, { ...options, deadLetter })
}

/** Where jobs go whose last attempt failed; those whose worker died are given their end state from there. */
function deadQueue(definition: AnyDefinition): string {
  return `${definition.name}.dead`
}

/** The last attempt's worker died or took longer than the wall limit, so it could not say so itself. */
export class JobDied extends Error {
  override readonly name = 'JobDied'
}

export interface AnyHandler {
  readonly definition: AnyDefinition
  attach(boss: PgBoss, log: Logger): Promise<void>
}

/** Closes a handler over its input's type, so that handlers of all kinds fit one list. */
export function handles<Input extends object>(handler: JobHandler<Input>): AnyHandler {
  const { definition } = handler
  return {
    definition,
    async attach(boss, log) {
      const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }
      await boss.work<Input>(
        definition.name,
        { ...polling, localConcurrency: definition.concurrency, heartbeatRefreshSeconds: 3 },
        async ([job]) => {
          if (job) await runOne(handler, job, log)
        },
      )
      const bury = async ([job]: JobWithMetadata<Input>[]) => {
        if (job) await buryOne(handler, job)
      }
      await boss.work(deadQueue(definition), { ...polling, includeMetadata: true }, bury)
    },
  }
}

async function runOne<Input extends object>(
  handler: JobHandler<Input>,
  job: Job<Input>,
  log: Logger,
): Promise<void> {
  const { definition } = handler
  const input = definition.input.parse(job.data)
  const isLastAttempt = job.retryCount >= definition.attempts - 1
  const jobLog = log.child({ job: definition.name, jobId: job.id, attempt: job.retryCount + 1 })
  try {
    await handler.run(input, { signal: job.signal, attempt: job.retryCount + 1, isLastAttempt })
  } catch (err) {
    jobLog.warn(
      { err, input },
      isLastAttempt ? 'a job failed for good' : 'a job failed and will be tried again',
    )
    if (isLastAttempt) await handler.failed(input, err)
    throw err
  }
}

const diedSchema = z.object({
  value: z.object({ message: z.enum(['job heartbeat timeout', 'job timed out']) }),
})

async function buryOne<Input extends object>(
  handler: JobHandler<Input>,
  job: JobWithMetadata<Input>,
): Promise<void> {
  const died = diedSchema.safeParse(job.sourceOutput)
  if (died.success)
    await handler.failed(handler.definition.input.parse(job.data), new JobDied(died.data.value.message))
}
