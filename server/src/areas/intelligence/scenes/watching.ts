import { join } from 'node:path'
import { analysisArgs, type Shot, shotDetector } from '@kinora/media'
import { encodeLimits, reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { ContentGone, MediaRefused, type OpenVideo, scheduleRemoval } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { audioKey } from '../runs/audio-file.ts'
import { listenJob } from '../runs/jobs.ts'
import { failParts, finishPart, type Run, startParts, storeProgress } from '../runs/part-states.ts'
import { storeShots } from './scenes.ts'

const AUDIO = 'audio.pcm'
const REPORT_MS = 1000
/** Longer than the jobs that listen may take. The audio of a run is removed after this time. */
const KEPT_S = 3 * 24 * 3600

const detector = { engine: 'Kinora cuts', engineVersion: '1', quality: 'good' } as const

/** Reads a video once for all parts of a run: stores its shots, and its audio for the next job. */
export async function watchVideo(
  intelligence: Intelligence,
  run: Run,
  { signal }: JobContext,
): Promise<void> {
  const rows = await startParts(intelligence, run, ['shots', 'audio', 'speech'])
  if (rows.length === 0) return
  const parts = rows.map(({ part }) => part)
  const needsAudio = parts.some((part) => part !== 'shots')
  try {
    await intelligence.library.withWholeVideo(run, signal, async (video, { folder, signal: own }) => {
      if (rows.some(({ sourceId }) => sourceId !== video.sourceId)) throw new MediaRefused('source-replaced')
      const wanted = { pictures: parts.includes('shots'), audio: needsAudio }
      const shots = await readVideo(intelligence, run, video, wanted, { folder, signal: own })
      if (needsAudio) await storeAudio(intelligence, run, join(folder, AUDIO))
      await intelligence.db.transaction(async (tx) => {
        if (wanted.pictures && (await finishPart(intelligence, tx, run, 'shots', detector)))
          await storeShots(tx, run, shots)
        if (!needsAudio) return
        const { id: contentId, environmentId, runId } = run
        await intelligence.jobs.enqueue(tx, listenJob, { contentId, runId }, { environmentId, key: runId })
      })
    })
  } catch (error) {
    if (error instanceof ContentGone) return
    if (!(error instanceof MediaRefused)) throw error
    await failParts(intelligence, run, parts, error.id)
  }
}

/** Writes the reason that people see after the last attempt. */
export async function failWatching(intelligence: Intelligence, run: Run, error: unknown): Promise<void> {
  await failParts(intelligence, run, ['shots', 'audio', 'speech'], reasonOf(error))
}

async function readVideo(
  intelligence: Intelligence,
  run: Run,
  { path, analysis: { demuxer, source, keyframeGapS }, durationS }: OpenVideo,
  wanted: { readonly pictures: boolean; readonly audio: boolean },
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<readonly Shot[]> {
  const { ffmpeg, config, log } = intelligence
  const detector = shotDetector()
  let reportedAt = 0
  await ffmpeg.run('ffmpeg', analysisArgs({ path, demuxer, keyframeGapS }, source, wanted, AUDIO), {
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

async function storeAudio(intelligence: Intelligence, run: Run, file: string): Promise<void> {
  const key = audioKey(run)
  await intelligence.db.transaction(async (tx) => {
    await scheduleRemoval(intelligence, tx, run.environmentId, key, KEPT_S)
  })
  await intelligence.storage.putFile(key, file, 'application/octet-stream')
}
