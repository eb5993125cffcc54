import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  FRAME_RATE,
  faceArgs,
  frameSize,
  type SourceVideo,
  searchedFramesArgs,
  seenSize,
} from '@kinora/media'
import { encodeLimits, imageLimits, reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { ContentGone, MediaRefused, type Workspace, withWorkspace } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { type FoundFace, facesWithPicture, storeFaces } from '../people/faces.ts'
import { failParts, finishPart, type Run, startParts, storeProgress } from '../runs/part-states.ts'
import { releaseFrames } from '../runs/run-files.ts'
import { openFrames, STORED_FRAMES } from '../runs/stored-frames.ts'
import { framesOf, loadShots, settledPictures } from '../scenes/shots.ts'
import type { ShotRow } from '../scenes/tables.ts'
import { VisionFailure, visionEngine, visionProgram } from '../vision/vision-process.ts'
import { lookAtFrames, type SeenTrack } from './look.ts'
import { type FoundObject, storeObjects } from './objects.ts'

const FRAMES = 'frames.rgb'
const FACE = 'face.jpg'
const REPORT_MS = 1000
/** Longer videos are searched once a second. */
const OFTEN_S = 30 * 60
/** Faces of a video: those that are seen most. */
const MOST_FACES = 1000
/** Pictures of faces of a video. */
const MOST_PICTURES = 200

/** Finds people and objects in the stored frames of a run. */
export async function lookAtPictures(
  intelligence: Intelligence,
  run: Run,
  { signal }: JobContext,
): Promise<void> {
  const [part] = await startParts(intelligence, run, ['pictures'])
  if (part === undefined) return
  try {
    visionProgram()
    await withWorkspace(intelligence, run, signal, (workspace) => lookAndStore(intelligence, run, workspace))
  } catch (error) {
    if (error instanceof ContentGone) return
    if (error instanceof MediaRefused) return endLooking(intelligence, run, error.id)
    if (!(error instanceof VisionFailure && error.reason === 'missing')) throw error
    await endLooking(intelligence, run, 'engine-missing', 'unavailable')
  }
}

/** Writes the reason that people see after the last attempt. */
export async function failLooking(intelligence: Intelligence, run: Run, error: unknown): Promise<void> {
  await endLooking(intelligence, run, error instanceof VisionFailure ? 'engine-failed' : reasonOf(error))
}

async function endLooking(
  intelligence: Intelligence,
  run: Run,
  reason: Parameters<typeof failParts>[3],
  status?: 'failed' | 'unavailable',
): Promise<void> {
  await failParts(intelligence, run, ['pictures'], reason, status)
  await intelligence.db.transaction((tx) => releaseFrames(intelligence, tx, run))
}

async function lookAndStore(intelligence: Intelligence, run: Run, workspace: Workspace): Promise<void> {
  const { folder, signal } = workspace
  const video = await openFrames(intelligence, run, workspace)
  const shots = await loadShots(intelligence.db, run)
  const durationS = (shots.at(-1)?.endMs ?? 0) / 1000
  const rate = durationS > OFTEN_S ? 1 : FRAME_RATE
  const size = seenSize(video)
  await assertFreeSpaceForJob(intelligence, size.width * size.height * 3 * rate * durationS)
  await intelligence.ffmpeg.run('ffmpeg', searchedFramesArgs(STORED_FRAMES, rate, size, FRAMES), {
    limits: encodeLimits(durationS, intelligence.config.ENCODE_MEMORY_BYTES),
    cwd: folder,
    signal,
  })
  const settled = settledPictures(shots, rate)
  const search = {
    ...size,
    file: join(folder, FRAMES),
    shots: shots.map((shot) => framesOf(shot, rate)),
    objectFrames: settled.map(({ frame }) => frame),
  }
  const onSearched = reporter(intelligence, run, Math.max(1, durationS * rate))
  const { tracks, objects } = await lookAtFrames(search, { signal, onSearched })
  const most = [...tracks].sort((one, other) => other.weight - one.weight).slice(0, MOST_FACES)
  const found = await facesOf(intelligence, most, { rate, video, durationS }, workspace)
  const shotAt = new Map(settled.map(({ shot, frame }) => [frame, shot]))
  await intelligence.db.transaction(async (tx) => {
    if (await finishPart(intelligence, tx, run, 'pictures', visionEngine)) {
      await storeFaces(intelligence, tx, run, found)
      const placed = objects.flatMap((each) => objectIn(each, shotAt.get(each.frame), rate) ?? [])
      await storeObjects(tx, run, placed)
    }
    await releaseFrames(intelligence, tx, run)
  })
}

function reporter({ db, log }: Intelligence, run: Run, frames: number) {
  let reportedAt = 0
  return (searched: number) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_MS) return
    reportedAt = now
    storeProgress(db, run, 'pictures', { progress: Math.min(1, searched / frames) }).catch((err: unknown) =>
      log.warn({ err, contentId: run.id }, 'the progress of an analysis was not stored'),
    )
  }
}

interface Timing {
  readonly rate: number
  readonly video: SourceVideo
  readonly durationS: number
}

/** Tracks with their times, and pictures of those that stand for a person. */
async function facesOf(
  intelligence: Intelligence,
  tracks: readonly SeenTrack[],
  { rate, video, durationS }: Timing,
  { folder, signal }: Workspace,
): Promise<FoundFace[]> {
  const inMs = (frame: number) => Math.round((frame / rate) * 1000)
  const faces = tracks.map(({ from, to, best, box: { x, y, width, height }, share, weight, embedding }) => ({
    startMs: inMs(from),
    endMs: Math.min(Math.round(durationS * 1000), inMs(to + 1)),
    atMs: inMs(best),
    box: { x, y, width, height },
    share,
    weight,
    embedding,
  }))
  const pictures = new Map<number, Buffer>()
  const chosen = (await facesWithPicture(intelligence, faces)).slice(0, MOST_PICTURES)
  for (const n of chosen) {
    const face = faces[n]
    if (face === undefined) continue
    const args = faceArgs(STORED_FRAMES, face.atMs / 1000, frameSize(video), face.box, FACE)
    await intelligence.ffmpeg.run('ffmpeg', args, { limits: imageLimits, cwd: folder, signal })
    pictures.set(n, await readFile(join(folder, FACE)))
  }
  return faces.map((face, n) => ({ ...face, picture: pictures.get(n) ?? null }))
}

function objectIn(
  {
    frame,
    label,
    box: { x, y, width, height, score },
  }: { frame: number; label: string; box: SeenTrack['box'] },
  shot: ShotRow | undefined,
  rate: number,
): FoundObject | null {
  if (shot === undefined) return null
  return {
    atMs: Math.round((frame / rate) * 1000),
    startMs: shot.startMs,
    endMs: shot.endMs,
    label,
    confidence: Math.round(score * 100) / 100,
    box: { x, y, width, height },
  }
}
