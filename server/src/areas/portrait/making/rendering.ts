import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Caption,
  captionsIn,
  joinPiecesArgs,
  type PathPiece,
  PIECE_LIST,
  pieceArgs,
  planPieces,
  portraitPieceList,
} from '@kinora/media'
import { linkOrCopyFile } from '../../../platform/ffmpeg/index.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { Problem } from '../../../platform/problem.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { MediaRefused, scheduleRemoval } from '../../library/index.ts'
import { loadShots, shotPath } from '../paths/paths.ts'
import type { PortraitArea } from '../portrait.ts'
import { lookJob } from '../portraits/jobs.ts'
import { changeOpen, finishPortrait, type PortraitRun } from '../portraits/portrait-states.ts'
import { piecesKey } from '../portraits/portraits.ts'
import { loadCaptions, writeCaptions } from './captions.ts'
import { PortraitRefused, runStep, type Step } from './step.ts'

const RESULT = 'portrait.mp4'
/** Changes when pieces are rendered in another way. */
const VERSION = 1
/** Share of the step in which pieces are rendered. */
const PIECES = 0.95

/** Renders the pieces that are not stored yet, joins all with the audio, and adds the result to the library. A render
 * that was interrupted goes on with the next piece. */
export async function renderPath(
  area: PortraitArea,
  run: PortraitRun,
  { signal }: JobContext,
): Promise<void> {
  await runStep(area, run, 'rendering', signal, async (step) => {
    const { row, video, workspace } = step
    if (video.sourceId !== row.sourceFileId) return lookAgain(area, run)
    const { source } = video.analysis
    if (source.video === null) throw new PortraitRefused('no-picture')
    const shots = (await loadShots(area.db, row)).map(shotPath)
    const pieces = planPieces(source.video, shots, video.durationS).filter(({ frames }) => frames > 0)
    const cues = await loadCaptions(area, step)
    const named = pieces.map((piece): NamedPiece => {
      const captions = captionsIn(cues, piece)
      return { ...piece, captions, name: nameOf(step, piece, captions) }
    })
    await assertFreeSpaceForJob(area, source.sizeBytes)
    let doneFrames = 0
    const allFrames = pieces.reduce((sum, { frames }) => sum + frames, 0)
    for (const piece of named) {
      const report = (share: number) =>
        step.report((PIECES * (doneFrames + share * piece.frames)) / allFrames)
      // Fails if the portrait is gone, before a piece is stored that nobody removes.
      await changeOpen(area.db, run, ['rendering'], { status: 'rendering' })
      await preparePiece(area, step, piece, report)
      doneFrames += piece.frames
    }
    await writeFile(join(workspace.folder, PIECE_LIST), portraitPieceList(source.video, named), {
      mode: 0o644,
    })
    await encode(area, step, joinPiecesArgs(inputOf(step), source, RESULT), video.durationS)
    await addResult(area, run, step, [...new Set(named.map(({ name }) => name))])
  })
}

/** Starts over with the new file of the video, in which other people are at other times. */
async function lookAgain({ db, jobs }: PortraitArea, run: PortraitRun): Promise<void> {
  const { id: portraitId, environmentId, runId } = run
  await db.transaction(async (tx) => {
    await changeOpen(tx, run, ['rendering'], { status: 'waiting', progress: 0 })
    await jobs.enqueue(tx, lookJob, { portraitId, runId }, { environmentId, key: runId })
  })
}

interface NamedPiece extends PathPiece {
  readonly name: string
  readonly captions: readonly Caption[]
}

/** Puts a piece into the folder: the stored one, or a new one, which is stored. */
async function preparePiece(
  area: PortraitArea,
  step: Step,
  piece: NamedPiece,
  report: (share: number) => void,
): Promise<void> {
  const { row, video, workspace } = step
  const { folder, signal } = workspace
  const key = `${piecesKey(row)}/${piece.name}`
  if ((await area.storage.head(key)) === null) {
    const { source } = video.analysis
    if (source.video === null) throw new PortraitRefused('no-picture')
    const { filters } = area.ffmpeg.capabilities
    const rendered = `new-${piece.name}`
    const picture = { ...source, video: source.video }
    const hasCaptions = piece.captions.length > 0
    if (hasCaptions) await writeCaptions(step, source.video, piece, piece.captions)
    const args = pieceArgs(inputOf(step), picture, piece, row.shape, filters, rendered, hasCaptions)
    await encode(area, step, args, piece.endS - piece.startS, report)
    signal.throwIfAborted()
    await area.storage.putFile(key, join(folder, rendered), 'video/mp4')
  }
  const path = await area.storage.localFile(key, folder, signal)
  if (path === null) throw new MediaRefused('source-missing')
  await linkOrCopyFile(path, folder, piece.name)
}

async function encode(
  { ffmpeg, config }: PortraitArea,
  { workspace }: Step,
  args: string[],
  durationS: number,
  report: (share: number) => void = () => undefined,
): Promise<void> {
  await ffmpeg.run('ffmpeg', args, {
    limits: encodeLimits(durationS, config.ENCODE_MEMORY_BYTES),
    cwd: workspace.folder,
    signal: workspace.signal,
    onProgress: ({ outTimeS }) => report(Math.min(1, outTimeS / durationS)),
  })
}

async function addResult(
  area: PortraitArea,
  run: PortraitRun,
  { row, video: { durationS }, workspace }: Step,
  pieces: string[],
): Promise<void> {
  const { id, environmentId, sourceId, resultId, name: title, addedBy, addedById } = row
  const rendered = { renderedVersion: row.pathVersion, renderedCaptions: row.captions, pieces }
  const video = { id: resultId, title, addedBy, addedById, fileName: RESULT }
  const origin = { id: sourceId, environmentId }
  try {
    await area.library.addVideo(origin, video, workspace, RESULT, async (tx) => {
      await finishPortrait(area, tx, run, rendered)
      await area.usage.record(tx, [
        {
          key: `portrait:${id}:${run.runId}`,
          environmentId,
          objectId: resultId,
          meter: 'portrait',
          quantity: durationS * 1000,
          occurredAt: area.clock.now(),
        },
      ])
      const unused = row.pieces.filter((piece) => !pieces.includes(piece))
      for (const piece of unused)
        await scheduleRemoval(area, tx, environmentId, `${piecesKey({ id, sourceId })}/${piece}`)
    })
  } catch (error) {
    if (error instanceof Problem) throw new PortraitRefused(reasonFor(error))
    throw error
  }
}

/** The result cannot be replaced now. */
function reasonFor({ id }: Problem): 'result-deleted' | 'result-busy' {
  return id === 'in-trash' || id === 'not-found' ? 'result-deleted' : 'result-busy'
}

/** A name that is the same for the same pictures. */
function nameOf(
  { row, video }: Step,
  { shot, startFrame, frames }: PathPiece,
  captions: readonly Caption[],
): string {
  const { mode, keyframes, halves, text } = shot
  const look: unknown[] = [VERSION, video.sourceId, row.shape, startFrame, frames, mode, keyframes, halves]
  if (text !== null) look.push(text)
  if (captions.length > 0) look.push(captions)
  return `${createHash('sha256').update(JSON.stringify(look)).digest('hex').slice(0, 32)}.mp4`
}

function inputOf({ video: { path, analysis } }: Step) {
  return { path, demuxer: analysis.demuxer, keyframeGapS: analysis.keyframeGapS }
}
