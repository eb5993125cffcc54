import { join } from 'node:path'
import { lookArgs, planPath, SEEN_RATE, salienceMeter, seenSize, shotDetector, windowOf } from '@kinora/media'
import { encodeLimits, reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { findPeople, textFinder, VisionFailure } from '../../intelligence/index.ts'
import { storeShots } from '../paths/paths.ts'
import type { PortraitArea } from '../portrait.ts'
import { renderJob } from '../portraits/jobs.ts'
import { changeOpen, type PortraitReason, type PortraitRun } from '../portraits/portrait-states.ts'
import { loadCaptions } from './captions.ts'
import { PortraitRefused, runStep, type Step } from './step.ts'

interface PictureSize {
  readonly width: number
  readonly height: number
}

interface DecodingOptions {
  readonly signal: AbortSignal
  /** File for frames in which text is read. Null for none. */
  readonly textFramesPath: string | null
  readonly onDecoded: (share: number) => void
}

const FRAMES = 'frames.rgb'
/** Share of the decoding in the work of the step. */
const DECODING = 0.3

/** Finds the shots and the people of a video, plans the path of the window, and starts to render it. */
export async function lookAtVideo(
  area: PortraitArea,
  run: PortraitRun,
  { signal }: JobContext,
): Promise<void> {
  await runStep(area, run, 'looking', signal, async (step) => {
    // Fails before the long search, not after it.
    await loadCaptions(area, step)
    const { video } = step.video.analysis.source
    if (video === null) throw new PortraitRefused('no-picture')
    const { displayWidth: width, displayHeight: height } = video
    const { durationS, sourceId: sourceFileId } = step.video
    const size = seenSize(video)
    await assertFreeSpaceForJob(area, size.width * size.height * 3 * SEEN_RATE * durationS)
    const texts = await textFinder(
      area,
      { id: step.row.sourceId, environmentId: run.environmentId },
      step.video.sourceId,
    )
    const { shots, moving, seen } = await findShotsAndPeople(area, step, size, texts.frames)
    const seenTexts = await texts.find(video, shots, step.workspace)
    const { shape } = step.row
    const canSplit = shape === '9:16' || shape === '4:5'
    const path = planPath(seen, shots, windowOf({ width, height }, shape), canSplit, seenTexts, moving)
    await area.db.transaction(async (tx) => {
      const durationMs = Math.round(durationS * 1000)
      const found = { width, height, durationMs, sourceFileId, pathVersion: step.row.pathVersion + 1 }
      await changeOpen(tx, run, ['looking'], { ...found, status: 'rendering', progress: 0 })
      await storeShots(tx, run, path)
      const { id: portraitId, environmentId, runId } = run
      await area.jobs.enqueue(tx, renderJob, { portraitId, runId }, { environmentId, key: runId })
    })
  })
}

/** Finds shots and people: people are searched while the video is decoded. */
async function findShotsAndPeople(
  area: PortraitArea,
  step: Step,
  size: PictureSize,
  textFramesPath: string | null,
) {
  const { workspace, video } = step
  const failed = new AbortController()
  const signal = AbortSignal.any([workspace.signal, failed.signal])
  const done = { decoding: 0, searching: 0 }
  const report = (part: Partial<typeof done>) => {
    Object.assign(done, part)
    step.report(DECODING * done.decoding + (1 - DECODING) * done.searching)
  }
  const { promise: written, resolve } = Promise.withResolvers<void>()
  const finding = findShots(area, step, {
    signal,
    textFramesPath,
    onDecoded: (decoding) => report({ decoding }),
  })
  const searching = findPeople(
    { file: join(workspace.folder, FRAMES), ...size },
    {
      signal,
      written,
      onSearched: (frames) => report({ searching: frames / (video.durationS * SEEN_RATE) }),
    },
  )
  try {
    const [found, seen] = await Promise.all([
      finding.then((shots) => {
        resolve()
        return shots
      }),
      searching,
    ])
    return { ...found, seen }
  } catch (error) {
    failed.abort(error)
    await Promise.allSettled([finding, searching])
    throw error
  }
}

/** Decodes the video once: returns its shots and what moves, and leaves the frames in which people are searched in the folder. */
async function findShots(
  { ffmpeg, config }: PortraitArea,
  { video: opened, workspace }: Step,
  { signal, textFramesPath, onDecoded }: DecodingOptions,
) {
  const { path, durationS, analysis } = opened
  const { demuxer, source, keyframeGapS } = analysis
  if (source.video === null) throw new PortraitRefused('no-picture')
  const detector = shotDetector()
  const meter = salienceMeter()
  const outputs = { framesPath: FRAMES, textFramesPath }
  await ffmpeg.run('ffmpeg', lookArgs({ path, demuxer, keyframeGapS }, source.video, outputs), {
    limits: encodeLimits(durationS, config.ENCODE_MEMORY_BYTES),
    cwd: workspace.folder,
    signal,
    onOutput: (chunk) => {
      detector.push(chunk)
      meter.push(chunk)
    },
    onProgress: ({ outTimeS }) => onDecoded(outTimeS / durationS),
  })
  const found = detector.end(durationS)
  const shots = found.length > 0 ? found : [{ startS: 0, endS: durationS, restS: durationS / 2 }]
  return { shots, moving: meter.end() }
}

/** The reason that people see after the last attempt. */
export function failureOf(error: unknown): PortraitReason {
  if (error instanceof VisionFailure) return error.reason === 'missing' ? 'vision-missing' : 'vision-failed'
  return reasonOf(error)
}
