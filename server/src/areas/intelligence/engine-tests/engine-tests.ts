import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cutText, type Engine, type EngineId, type EngineTestReason } from '@kinora/contract'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { publicId, uuidv7 } from '../../../platform/database/ids.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { problem } from '../../../platform/problem.ts'
import { ListenerMissing } from '../audio/listener.ts'
import { EngineFailure } from '../engines/engine-server.ts'
import { ModelFailure } from '../engines/model-worker.ts'
import type { Intelligence } from '../intelligence.ts'
import { ReaderFailure } from '../text/reader.ts'
import { VisionFailure } from '../vision/vision-process.ts'
import { type ListedEngine, listEngines } from './engine-list.ts'
import { EngineMissing, SampleMissed, trials } from './engine-trials.ts'
import { testEngineJob } from './jobs.ts'
import { type EngineTestRow, engineTests } from './tables.ts'

/** An engine may take so long for its sample. */
const LONGEST_MS = 120_000
const MOST_DETAIL = 200
const openStatuses: EngineTestRow['status'][] = ['waiting', 'running']

/** A test that somebody asked for. */
export interface RequestedTest {
  readonly environmentId: string
  readonly engine: EngineId
  readonly testId: string
}

/** The engines of this installation, each with the last test of an environment. */
export async function listTestedEngines(
  { db, config, embedder }: Pick<Intelligence, 'db' | 'config' | 'embedder'>,
  environmentId: string,
): Promise<Engine[]> {
  const [listed, rows] = await Promise.all([
    listEngines({ config, embedder }),
    db.select().from(engineTests).where(eq(engineTests.environmentId, environmentId)),
  ])
  const tests = new Map(rows.map((row) => [row.engine, row]))
  return listed.map((each) => engineView(each, tests.get(each.id)))
}

/** Asks a worker to test an engine. A test that is waiting or running goes on.
 * @throws problem not-found for an engine that is not in the settings */
export async function requestTest(
  { db, config, embedder, clock, jobs }: Intelligence,
  caller: Caller,
  id: EngineId,
): Promise<Engine> {
  const listed = (await listEngines({ config, embedder })).find((each) => each.id === id)
  if (listed === undefined) throw problem('not-found')
  const { environmentId, environmentName } = caller.scope
  return db.transaction(async (tx) => {
    const at = clock.now()
    const row: EngineTestRow = {
      environmentId,
      engine: id,
      testId: uuidv7(at.getTime()),
      status: 'waiting',
      reason: null,
      detail: null,
      version: null,
      tookMs: null,
      requestedBy: caller.actor.name,
      requestedAt: at,
      endedAt: null,
    }
    const { testId } = row
    const [started] = await tx
      .insert(engineTests)
      .values(row)
      .onConflictDoUpdate({
        target: [engineTests.environmentId, engineTests.engine],
        set: row,
        setWhere: notInArray(engineTests.status, openStatuses),
      })
      .returning()
    if (started === undefined) return engineView(listed, await openTest(tx, environmentId, id))
    await jobs.enqueue(tx, testEngineJob, { engine: id, testId }, { environmentId, key: testId })
    const object = { type: 'environment', id: environmentId, name: environmentName } as const
    const audit = { action: 'environment.engine.tested', after: { engine: listed.name } } as const
    await recordChange(tx, caller, { object, audit }, at)
    return engineView(listed, row)
  })
}

async function openTest(tx: Transaction, environmentId: string, engine: EngineId): Promise<EngineTestRow> {
  const isTested = and(eq(engineTests.environmentId, environmentId), eq(engineTests.engine, engine))
  const [row] = await tx.select().from(engineTests).where(isTested)
  if (row === undefined) throw new Error('the test of an engine is gone')
  return row
}

/** Runs a test and stores what came of it. */
export async function runTest(
  intelligence: Intelligence,
  test: RequestedTest,
  { signal }: JobContext,
): Promise<void> {
  const { ffmpeg, workFolder, log } = intelligence
  if (!(await changeOpen(intelligence, test, { status: 'running' }))) return
  const listed = (await listEngines(intelligence)).find(({ id }) => id === test.engine)
  const folder = join(workFolder, publicId())
  await ffmpeg.prepareFolder(folder)
  const startedAt = performance.now()
  let result: Partial<EngineTestRow>
  try {
    const own = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
    const found = await trials[test.engine](intelligence, { folder, signal: own })
    result = { status: 'works', detail: found === null ? null : cutText(found, MOST_DETAIL) }
  } catch (error) {
    // The process stops, and another one tests the engine.
    signal.throwIfAborted()
    log.warn({ err: error, engine: test.engine }, 'the test of an engine failed')
    result = { status: 'failed', ...faultOf(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const tookMs = Math.round(performance.now() - startedAt)
  const version = listed?.version || null
  await changeOpen(intelligence, test, { ...result, tookMs, version, endedAt: intelligence.clock.now() })
}

/** Ends a test whose worker died again and again. */
export async function failTest(intelligence: Intelligence, test: RequestedTest): Promise<void> {
  const failed = { status: 'failed', reason: 'engine-failed', endedAt: intelligence.clock.now() } as const
  await changeOpen(intelligence, test, failed)
}

/** Changes a test that has not ended. False if it has, or if another one has replaced it. */
async function changeOpen(
  { db }: Pick<Intelligence, 'db'>,
  { environmentId, engine, testId }: RequestedTest,
  change: Partial<EngineTestRow>,
): Promise<boolean> {
  const rows = await db
    .update(engineTests)
    .set(change)
    .where(
      and(
        eq(engineTests.environmentId, environmentId),
        eq(engineTests.engine, engine),
        eq(engineTests.testId, testId),
        inArray(engineTests.status, openStatuses),
      ),
    )
    .returning()
  return rows.length > 0
}

interface Fault {
  readonly reason: EngineTestReason
  readonly detail: string | null
}

/** The fault of a test, as people see it. */
function faultOf(error: unknown): Fault {
  const plain = (reason: EngineTestReason) => ({ reason, detail: null })
  if (error instanceof EngineMissing || error instanceof ListenerMissing) return plain('engine-missing')
  if (isTimeout(error)) return plain('engine-stalled')
  if (error instanceof SampleMissed)
    return { reason: 'sample-missed', detail: cutText(error.message, MOST_DETAIL) || null }
  if (error instanceof EngineFailure)
    return { reason: error.reason, detail: cutText(error.message, MOST_DETAIL) }
  if (error instanceof VisionFailure || error instanceof ReaderFailure || error instanceof ModelFailure)
    return plain(
      (
        {
          missing: 'engine-missing',
          busy: 'engine-stalled',
          stalled: 'engine-stalled',
          crashed: 'engine-failed',
        } as const
      )[error.reason],
    )
  return plain('engine-failed')
}

/** Whether a limit of time ended a request, which its engine may have wrapped. */
function isTimeout(error: unknown): boolean {
  const own = error instanceof Error ? [error, error.cause] : []
  return own.some((each) => each instanceof DOMException && each.name === 'TimeoutError')
}

function engineView(listed: ListedEngine, row: EngineTestRow | undefined): Engine {
  if (row === undefined) return { ...listed, test: null }
  const { status, reason, detail, version, tookMs, requestedBy, requestedAt, endedAt } = row
  const test = {
    status,
    reason,
    detail,
    version,
    took: tookMs === null ? null : tookMs / 1000,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
  return { ...listed, test }
}
