import { join } from 'node:path'
import { FRAME_RATE, frameSize, settledFramesArgs } from '@kinora/media'
import { encodeLimits, reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { ContentGone, MediaRefused, type Workspace, withWorkspace } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { failParts, finishPart, type Run, startParts, storeProgress } from '../runs/part-states.ts'
import { releaseFrames } from '../runs/run-files.ts'
import { openFrames, STORED_FRAMES } from '../runs/stored-frames.ts'
import type { PartRow } from '../runs/tables.ts'
import { loadShots, type SettledPicture, settledPictures } from '../scenes/shots.ts'
import { findReader, openTextReader, ReaderFailure, readerEngine } from './reader.ts'
import { deleteTexts, storeTexts } from './texts.ts'

const PICTURES = 'pictures.gray'
/** Pictures that are decoded together: about 40 MB. */
const AT_ONCE = 40

/** Reads the text of a run in one picture of each shot. A run that was interrupted goes on after the last shot. */
export async function readText(intelligence: Intelligence, run: Run, { signal }: JobContext): Promise<void> {
  const [part] = await startParts(intelligence, run, ['text'])
  if (part === undefined) return
  if (findReader() === null) return endReading(intelligence, run, 'engine-missing', 'unavailable')
  try {
    await withWorkspace(intelligence, run, signal, (workspace) =>
      readPictures(intelligence, run, part, workspace),
    )
  } catch (error) {
    if (error instanceof ContentGone) return
    if (!(error instanceof MediaRefused)) throw error
    await endReading(intelligence, run, error.id)
  }
}

/** Writes the reason that people see after the last attempt. */
export async function failReading(intelligence: Intelligence, run: Run, error: unknown): Promise<void> {
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
  { folder, signal }: Workspace,
): Promise<void> {
  const { db } = intelligence
  const size = frameSize(await openFrames(intelligence, run, { folder, signal }))
  const shots = await loadShots(db, run)
  const durationMs = shots.at(-1)?.endMs ?? 0
  const pictures = settledPictures(shots).filter(({ shot }) => shot.endMs > part.doneMs)
  const reader = await openTextReader(size, signal)
  let isBegun = part.doneMs > 0
  try {
    for (let at = 0; at < pictures.length; at += AT_ONCE) {
      const some = pictures.slice(at, at + AT_ONCE)
      await decode(intelligence, some, { folder, signal }, durationMs)
      for (const [number, { shot, frame }] of some.entries()) {
        const lines = await reader.read({ file: join(folder, PICTURES), number })
        const { startMs, endMs } = shot
        const reached = { doneMs: endMs, progress: Math.min(1, endMs / Math.max(1, durationMs)) }
        const isOurs = await db.transaction(async (tx) => {
          if (!(await storeProgress(tx, run, 'text', reached))) return false
          // What an earlier run found stays until the engine has answered.
          if (!isBegun) await deleteTexts(tx, run)
          const atMs = Math.round((frame / FRAME_RATE) * 1000)
          await storeTexts(tx, run, { atMs, startMs, endMs }, lines)
          return true
        })
        if (!isOurs) return
        isBegun = true
      }
    }
  } finally {
    reader.close()
  }
  await db.transaction(async (tx) => {
    if ((await finishPart(intelligence, tx, run, 'text', readerEngine)) && !isBegun)
      await deleteTexts(tx, run)
    await releaseFrames(intelligence, tx, run)
  })
}

/** Writes the pictures as raw brightness. */
async function decode(
  { ffmpeg, config }: Intelligence,
  pictures: readonly SettledPicture[],
  { folder, signal }: Workspace,
  durationMs: number,
): Promise<void> {
  const numbers = pictures.map(({ frame }) => frame)
  await ffmpeg.run('ffmpeg', settledFramesArgs(STORED_FRAMES, numbers, PICTURES), {
    limits: encodeLimits(durationMs / 1000, config.ENCODE_MEMORY_BYTES),
    cwd: folder,
    signal,
  })
}
