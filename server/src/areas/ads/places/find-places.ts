import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AdPlace, chapterArgs, parseChapters, parseScenes, SCENES_FILE, sceneArgs } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import { publicId } from '../../../platform/database/ids.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { type AnyHandler, defineHandler } from '../../../platform/jobs/jobs.ts'
import { getLoopVideo, openLoopFile } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { placesJob } from './jobs.ts'
import { adPlaces } from './tables.ts'

/** Video length for the limits of ffprobe, in seconds: it does not read the whole file. */
const PROBED_S = 60

export function placesHandler(ads: Ads): AnyHandler {
  return defineHandler({
    definition: placesJob,
    async run({ contentId }, { environmentId, signal }) {
      const places = await placesIn(ads, environmentId, contentId, signal)
      await store(ads, environmentId, contentId, { state: 'ready', places })
    },
    failed: ({ contentId }, _error, { environmentId }) =>
      store(ads, environmentId, contentId, { state: 'failed', places: [] }),
  })
}

/** Finds chapters and scenes, sorted by time. @throws problem not-found if the video is deleted */
async function placesIn(
  ads: Ads,
  environmentId: string,
  contentId: string,
  signal: AbortSignal,
): Promise<AdPlace[]> {
  const video = await getLoopVideo(ads.db, { environmentId, filter: null }, contentId)
  if (video === null) throw new Error('the video has no file')
  const { demuxer, source } = video.analysis
  const folder = join(ads.workFolder, publicId())
  await ads.ffmpeg.prepareFolder(folder)
  try {
    const path = await openLoopFile(ads, video, { folder, signal })
    const input = { path, demuxer }
    const options = { cwd: folder, signal }
    const probed = await ads.ffmpeg.run('ffprobe', chapterArgs(input), {
      ...options,
      limits: encodeLimits(PROBED_S),
    })
    const chapters = parseChapters(JSON.parse(probed.stdout), source.durationS)
    if (source.video === null) return chapters
    const limits = encodeLimits(source.durationS)
    await ads.ffmpeg.run('ffmpeg', sceneArgs(input, source.video.index), { ...options, limits })
    const scenes = parseScenes(await readFile(join(folder, SCENES_FILE), 'utf8'), source.durationS)
    return [...chapters, ...scenes].sort((a, b) => a.atS - b.atS)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function store(
  { db }: Pick<Ads, 'db'>,
  environmentId: string,
  contentId: string,
  found: Pick<typeof adPlaces.$inferInsert, 'state' | 'places'>,
): Promise<void> {
  const isIt = and(eq(adPlaces.environmentId, environmentId), eq(adPlaces.contentId, contentId))
  await db.update(adPlaces).set(found).where(isIt)
}
