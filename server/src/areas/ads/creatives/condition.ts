import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adLimits } from '@kinora/contract'
import {
  AD_AUDIO_NAME,
  type AdPlan,
  adArgs,
  adOutputName,
  type Input,
  planAd,
  planTrack,
  refuse,
  STANDARD_ENCODING,
  sniff,
  type VideoSource,
} from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import { publicId } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import { type AnyHandler, defineHandler } from '../../../platform/jobs/jobs.ts'
import { DownloadFailure, download } from '../../../platform/net/download.ts'
import {
  addLoudness,
  assertFreeSpaceForJob,
  encodeLimits,
  MediaRefused,
  readHead,
  readSource,
} from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { conditionJob } from '../job-definitions.ts'
import type { CreativeRow } from './creatives.ts'
import { storeOutputs } from './store-outputs.ts'
import { adCreatives } from './tables.ts'

type CreativeRef = Pick<CreativeRow, 'id' | 'environmentId'>

interface Workspace {
  readonly folder: string
  readonly signal: AbortSignal
}

const MAX_FILE_BYTES = 512 * 1024 * 1024
const DOWNLOAD_MS = 300_000
const FILE = 'download'

export function conditionHandler(ads: Ads): AnyHandler {
  return defineHandler({
    definition: conditionJob,
    async run({ creativeId: id }, { environmentId, signal }) {
      const ref = { id, environmentId }
      try {
        await conditionCreative(ads, ref, signal)
      } catch (error) {
        if (!isFinal(error)) throw error
        await failCreative(ads, ref, error)
      }
    },
    failed: ({ creativeId: id }, error, { environmentId }) => failCreative(ads, { id, environmentId }, error),
  })
}

/** Fetches the file of an ad and encodes it for its shape. Each attempt writes files of its own. */
async function conditionCreative(ads: Ads, ref: CreativeRef, signal: AbortSignal): Promise<void> {
  const [row] = await ads.db.select().from(adCreatives).where(rowOf(adCreatives, ref))
  if (row?.state !== 'preparing') return
  const folder = join(ads.workFolder, publicId())
  await ads.ffmpeg.prepareFolder(folder)
  try {
    const workspace = { folder, signal }
    const { input, source } = await fetchAd(ads, row.mediaUrl, workspace)
    const plan = await planOf(ads, input, source, row, workspace)
    await encode(ads, input, source, plan, workspace)
    const { outputs, durationS } = await storeOutputs(ads, row, plan, workspace)
    await ads.db
      .update(adCreatives)
      .set({ state: 'ready', error: null, outputs, durationS })
      .where(and(rowOf(adCreatives, ref), eq(adCreatives.state, 'preparing')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws MediaRefused, DownloadFailure */
async function fetchAd(
  ads: Ads,
  url: string,
  workspace: Workspace,
): Promise<{ input: Input; source: VideoSource }> {
  const { config, ffmpeg } = ads
  const path = join(workspace.folder, FILE)
  await download(url, path, {
    allowed: config.URL_ALLOW_PRIVATE,
    maxBytes: MAX_FILE_BYTES,
    signal: AbortSignal.any([workspace.signal, AbortSignal.timeout(DOWNLOAD_MS)]),
    onStart: (bytes) => assertFreeSpaceForJob(ads, bytes ?? 0),
  })
  const sniffed = sniff(await readHead(path))
  if (!sniffed) throw new MediaRefused('media-unreadable')
  const input = { path: FILE, demuxer: sniffed.demuxer }
  const { source } = await readSource(ffmpeg, input, workspace)
  const refusal = refuse(source, ffmpeg.capabilities.decoders)
  if (refusal || !source) throw new MediaRefused(refusal ?? 'media-unreadable')
  const { video, durationS } = source
  if (video === null) throw new MediaRefused('media-no-tracks')
  if (durationS > adLimits.longestAdS) throw new MediaRefused('media-duration')
  return { input, source: { ...source, video } }
}

async function planOf(
  { ffmpeg }: Ads,
  input: Input,
  source: VideoSource,
  { shape }: CreativeRow,
  workspace: Workspace,
): Promise<AdPlan> {
  if (!shape.hasAudio) return planAd(source, shape.video, undefined, shape.segmentS)
  const chosen = planTrack(source, AD_AUDIO_NAME, STANDARD_ENCODING.audio)
  if (chosen === null) return planAd(source, shape.video, null, shape.segmentS)
  const target = { target: shape.loudness, durationS: source.durationS }
  const [track] = await addLoudness(ffmpeg, input, workspace, [chosen], target)
  return planAd(source, shape.video, track ?? null, shape.segmentS)
}

async function encode(
  { ffmpeg }: Ads,
  input: Input,
  source: VideoSource,
  plan: AdPlan,
  { folder, signal }: Workspace,
): Promise<void> {
  const names = [...plan.renditions.map((_, n) => adOutputName(n)), ...(plan.audio ? [AD_AUDIO_NAME] : [])]
  for (const name of names) await ffmpeg.prepareFolder(join(folder, name))
  await ffmpeg.run('ffmpeg', adArgs(input, source, plan, ffmpeg.capabilities.filters), {
    limits: encodeLimits(source.durationS),
    cwd: folder,
    signal,
  })
}

/** Why a creative failed, if another attempt would not change it. */
function isFinal(error: unknown): boolean {
  if (error instanceof MediaRefused) return true
  if (error instanceof DownloadFailure) return error.fault === 'refused' || error.fault === 'too-large'
  return error instanceof FfmpegFailure && error.reason === 'invalid-data'
}

async function failCreative({ db }: Ads, ref: CreativeRef, error: unknown): Promise<void> {
  await db
    .update(adCreatives)
    .set({ state: 'failed', error: reasonOf(error) })
    .where(and(rowOf(adCreatives, ref), eq(adCreatives.state, 'preparing')))
}

function reasonOf(error: unknown): string {
  if (error instanceof MediaRefused) return error.id
  if (error instanceof DownloadFailure) return `download-${error.fault}`
  return error instanceof FfmpegFailure ? `encode-${error.reason}` : 'failed'
}
