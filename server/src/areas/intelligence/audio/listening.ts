import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { ContentGone, withWorkspace } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { transcribeJob } from '../runs/jobs.ts'
import { failParts, finishPart, type Run, startParts } from '../runs/part-states.ts'
import { audioKey } from '../runs/run-files.ts'
import type { SpanS } from './audio-meter.ts'
import { type AudioFacts, ListenerMissing, listen, listenerEngine } from './listener.ts'
import { analysisAudio, type SpanMs } from './tables.ts'

const parts = ['audio', 'speech'] as const

/** Finds speech and silence in the audio of a run, which the transcript needs too. */
export async function listenToVideo(
  intelligence: Intelligence,
  run: Run,
  { signal }: JobContext,
): Promise<void> {
  const rows = await startParts(intelligence, run, parts)
  if (rows.length === 0) return
  try {
    await withWorkspace(intelligence, run, signal, async ({ folder, signal: own }) => {
      const file = await intelligence.storage.localFile(audioKey(run), folder, own)
      if (file === null) return failParts(intelligence, run, parts, 'source-missing')
      const facts = await listen(file, own)
      await intelligence.db.transaction(async (tx) => {
        // The video may have got another file meanwhile.
        if ((await startParts({ db: tx }, run, parts)).length === 0) return
        await storeAudio(tx, run, facts)
        await finishPart(intelligence, tx, run, 'audio', listenerEngine)
        if (!rows.some(({ part }) => part === 'speech')) return
        const { id: contentId, environmentId, runId } = run
        await intelligence.jobs.enqueue(
          tx,
          transcribeJob,
          { contentId, runId },
          { environmentId, key: runId },
        )
      })
    })
  } catch (error) {
    if (error instanceof ContentGone) return
    if (!(error instanceof ListenerMissing)) throw error
    await failParts(intelligence, run, parts, 'engine-missing', 'unavailable')
  }
}

/** Writes the reason that people see after the last attempt. */
export async function failListening(intelligence: Intelligence, run: Run, error: unknown): Promise<void> {
  await failParts(intelligence, run, parts, reasonOf(error))
}

async function storeAudio(tx: Transaction, { id, environmentId }: Run, facts: AudioFacts): Promise<void> {
  const { levels } = facts
  const values = { speech: facts.speech.map(inMs), silence: facts.silence.map(inMs), levels }
  await tx
    .insert(analysisAudio)
    .values({ contentId: id, environmentId, ...values })
    .onConflictDoUpdate({
      target: analysisAudio.contentId,
      set: values,
      setWhere: sql`${analysisAudio.environmentId} = ${environmentId}`,
    })
}

function inMs([startS, endS]: SpanS): SpanMs {
  return [Math.round(startS * 1000), Math.round(endS * 1000)]
}
