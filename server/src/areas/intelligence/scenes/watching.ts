import { join, resolve } from 'node:path'
import type { AnalysisPart } from '@kinora/contract'
import { analysisArgs, type Shot, shotDetector } from '@kinora/media'
import { encodeLimits, reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { ContentGone, MediaRefused, type OpenVideo } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { listenJob, lookJob, readJob } from '../runs/jobs.ts'
import { failParts, finishPart, type Run, startParts, storeProgress } from '../runs/part-states.ts'
import { audioKey, frameParts, framesKey, storeRunFile } from '../runs/run-files.ts'
import { sendVideo } from '../video-analysis/sent-videos.ts'
import { hasShots, storeShots } from './scenes.ts'

const outputs = { audio: 'audio.pcm', frames: 'frames.mkv' } as const
const REPORT_MS = 1000
const parts = ['shots', 'audio', 'speech', ...frameParts] as const
const hearing: readonly AnalysisPart[] = ['audio', 'speech']
const looking: readonly AnalysisPart[] = frameParts

const detector = { engine: 'Kinora cuts', engineVersion: '1', quality: 'good' } as const

/** Reads a video once for all parts of a run: stores its shots, and its audio and frames for the next jobs. */
export async function watchVideo(
  intelligence: Intelligence,
  run: Run,
  { signal }: JobContext,
): Promise<void> {
  const rows = await startParts(intelligence, run, parts)
  if (rows.length === 0) return
  const open = rows.map(({ part }) => part)
  const needs = { audio: open.some(isIn(hearing)), frames: open.some(isIn(looking)) }
  try {
    await intelligence.library.withWholeVideo(run, signal, async (video, { folder, signal: own }) => {
      if (rows.some(({ sourceId }) => sourceId !== video.sourceId)) throw new MediaRefused('source-replaced')
      const wanted = { ...needs, pictures: open.includes('shots') || needs.frames }
      const shots = await readVideo(intelligence, run, video, wanted, { folder, signal: own })
      const sent = { file: resolve(folder, video.path), durationS: video.durationS, signal: own }
      await sendVideo(intelligence, run, rows, sent)
      if (needs.audio) await storeRunFile(intelligence, run, audioKey(run), join(folder, outputs.audio))
      if (needs.frames) await storeRunFile(intelligence, run, framesKey(run), join(folder, outputs.frames))
      await intelligence.db.transaction(async (tx) => {
        // The video may have got another file meanwhile.
        if ((await startParts({ db: tx }, run, open)).length === 0) return
        const isReplaced =
          open.includes('shots') && (await finishPart(intelligence, tx, run, 'shots', detector))
        // Text is searched for in each shot, so it needs them also if nobody asked for them.
        if (isReplaced || (needs.frames && !(await hasShots(tx, run)))) await storeShots(tx, run, shots)
        const { id: contentId, environmentId, runId } = run
        const next = [
          ...(needs.audio ? [listenJob] : []),
          ...(open.includes('text') ? [readJob] : []),
          ...(open.includes('pictures') ? [lookJob] : []),
        ]
        for (const job of next)
          await intelligence.jobs.enqueue(tx, job, { contentId, runId }, { environmentId, key: runId })
      })
    })
  } catch (error) {
    if (error instanceof ContentGone) return
    if (!(error instanceof MediaRefused)) throw error
    await failParts(intelligence, run, open, error.id)
  }
}

function isIn(some: readonly AnalysisPart[]) {
  return (part: AnalysisPart) => some.includes(part)
}

/** Writes the reason that people see after the last attempt. */
export async function failWatching(intelligence: Intelligence, run: Run, error: unknown): Promise<void> {
  await failParts(intelligence, run, parts, reasonOf(error))
}

async function readVideo(
  intelligence: Intelligence,
  run: Run,
  { path, analysis: { demuxer, source, keyframeGapS }, durationS }: OpenVideo,
  wanted: { readonly pictures: boolean; readonly audio: boolean; readonly frames: boolean },
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<readonly Shot[]> {
  const { ffmpeg, config, log } = intelligence
  const detector = shotDetector()
  let reportedAt = 0
  await ffmpeg.run('ffmpeg', analysisArgs({ path, demuxer, keyframeGapS }, source, wanted, outputs), {
    limits: encodeLimits(durationS, config.ENCODE_MEMORY_BYTES),
    cwd: folder,
    signal,
    onOutput: (chunk) => detector.push(chunk),
    onProgress({ outTimeS }) {
      const now = performance.now()
      if (now - reportedAt < REPORT_MS) return
      reportedAt = now
      storeProgress(intelligence.db, run, 'shots', { progress: Math.min(1, outTimeS / durationS) }).catch(
        (err: unknown) => log.warn({ err, contentId: run.id }, 'the progress of an analysis was not stored'),
      )
    },
  })
  return detector.end(durationS)
}
