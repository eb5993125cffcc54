import type { AnalysisPart } from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { derivedKey, partOf, scheduleRemoval } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import type { Run } from './part-states.ts'
import { analysisParts } from './tables.ts'

/** Longer than the jobs of a run may take. Its files are removed after this time. */
const KEPT_S = 3 * 24 * 3600

/** Parts that look at the stored frames of a run. */
export const frameParts = ['text', 'pictures'] as const satisfies readonly AnalysisPart[]

/** The stored audio of a run: 16-bit samples at 16 kHz. */
export const audioKey = ({ id, runId }: Run) => derivedKey(id, `audio-${runId}.pcm`)

/** The stored frames of a run: a Matroska file with `FRAME_RATE` frames per second. */
export const framesKey = ({ id, runId }: Run) => derivedKey(id, `frames-${runId}.mkv`)

/** Stores a file for the next jobs of a run. It is removed by the last of them, or in three days. */
export async function storeRunFile(
  intelligence: Intelligence,
  run: Run,
  key: string,
  file: string,
): Promise<void> {
  await intelligence.db.transaction(async (tx) => {
    await scheduleRemoval(intelligence, tx, run.environmentId, key, KEPT_S)
  })
  await intelligence.storage.putFile(key, file, 'application/octet-stream')
}

/** Removes the frames of a run if no part needs them any more, in the transaction that ends a part. */
export async function releaseFrames(intelligence: Intelligence, tx: Transaction, run: Run): Promise<void> {
  await takeLock(tx, `frames of ${run.runId}`)
  const isOpen = and(
    partOf(analysisParts, run),
    eq(analysisParts.runId, run.runId),
    inArray(analysisParts.part, [...frameParts]),
    inArray(analysisParts.status, ['waiting', 'running']),
  )
  if ((await tx.$count(analysisParts, isOpen)) === 0)
    await scheduleRemoval(intelligence, tx, run.environmentId, framesKey(run))
}
