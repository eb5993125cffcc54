import { FRAME_RATE, frameSize } from '@kinora/media'
import { reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { ContentGone, MediaRefused, type Workspace, withWorkspace } from '../../library/index.ts'
import { EngineFailure } from '../engines/engine-server.ts'
import type { Intelligence } from '../intelligence.ts'
import { readJob } from '../runs/jobs.ts'
import { failParts, finishPart, type Run, startParts, storeProgress } from '../runs/part-states.ts'
import { releaseFrames } from '../runs/run-files.ts'
import { openFrames } from '../runs/stored-frames.ts'
import type { PartRow } from '../runs/tables.ts'
import { loadShots, type SettledPicture, settledPictures } from '../scenes/shots.ts'
import type { TimedLine } from '../video-analysis/analysis-answer.ts'
import { askForFindings, type SentFindings } from '../video-analysis/sent-videos.ts'
import { findReader, ReaderFailure, readerEngine } from './reader.ts'
import { deleteTexts, storeTexts } from './texts.ts'
import { textsIn } from './texts-in-pictures.ts'

/** Reads the text of a run in one picture of each shot. A run that was interrupted goes on after the last shot.
 * @param misses questions in a row that a server for video analysis did not answer */
export async function readText(
  intelligence: Intelligence,
  run: Run,
  { signal }: JobContext,
  misses: number,
): Promise<void> {
  const [part] = await startParts(intelligence, run, ['text'])
  if (part === undefined) return
  const sent = await askForFindings(intelligence, run, part, { job: readJob, misses, signal })
  if (sent === 'later') return
  if (sent === null && findReader() === null)
    return endReading(intelligence, run, 'engine-missing', 'unavailable')
  try {
    await withWorkspace(intelligence, run, signal, (workspace) =>
      readPictures(intelligence, run, part, sent, workspace),
    )
  } catch (error) {
    if (error instanceof ContentGone) return
    if (!(error instanceof MediaRefused)) throw error
    await endReading(intelligence, run, error.id)
  }
}

/** Writes the reason that people see after the last attempt. */
export async function failReading(intelligence: Intelligence, run: Run, error: unknown): Promise<void> {
  if (error instanceof EngineFailure) return endReading(intelligence, run, error.reason)
  await endReading(intelligence, run, error instanceof ReaderFailure ? 'engine-failed' : reasonOf(error))
}

async function endReading(
  intelligence: Intelligence,
  run: Run,
  reason: Parameters<typeof failParts>[3],
  status?: 'failed' | 'unavailable',
): Promise<void> {
  await failParts(intelligence, run, ['text'], reason, status)
  await intelligence.db.transaction((tx) => releaseFrames(intelligence, tx, run))
}

async function readPictures(
  intelligence: Intelligence,
  run: Run,
  part: PartRow,
  sent: SentFindings | null,
  workspace: Workspace,
): Promise<void> {
  const { db } = intelligence
  const shots = await loadShots(db, run)
  const durationMs = shots.at(-1)?.endMs ?? 0
  const pictures = settledPictures(shots).filter(({ shot }) => shot.endMs > part.doneMs)
  let isBegun = part.doneMs > 0
  const found =
    sent === null
      ? textsIn(intelligence, pictures, frameSize(await openFrames(intelligence, run, workspace)), workspace)
      : sentTexts(pictures, sent.findings.lines)
  for await (const { picture, lines } of found) {
    const { startMs, endMs } = picture.shot
    const reached = { doneMs: endMs, progress: Math.min(1, endMs / Math.max(1, durationMs)) }
    const isOurs = await db.transaction(async (tx) => {
      if (!(await storeProgress(tx, run, 'text', reached))) return false
      // What an earlier run found stays until the engine has answered.
      if (!isBegun) await deleteTexts(tx, run)
      const atMs = Math.round((picture.frame / FRAME_RATE) * 1000)
      await storeTexts(tx, run, { atMs, startMs, endMs }, lines)
      return true
    })
    if (!isOurs) return
    isBegun = true
  }
  await db.transaction(async (tx) => {
    const engine = sent === null ? readerEngine : sentEngine(sent)
    if ((await finishPart(intelligence, tx, run, 'text', engine)) && !isBegun) await deleteTexts(tx, run)
    await releaseFrames(intelligence, tx, run)
  })
}

/** The lines that a server found in the shot of each picture. */
function* sentTexts(pictures: readonly SettledPicture[], lines: readonly TimedLine[]) {
  for (const picture of pictures) {
    const { startMs, endMs } = picture.shot
    const own = lines.filter(({ atS }) => atS * 1000 >= startMs && atS * 1000 < endMs)
    yield { picture, lines: own }
  }
}

function sentEngine({ server, findings }: SentFindings) {
  return { engine: server.name, engineVersion: findings.version, quality: 'good' } as const
}
