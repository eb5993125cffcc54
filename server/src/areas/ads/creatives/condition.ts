import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adLimits } from '@kinora/contract'
import {
  AD_AUDIO_NAME,
  type AdAudio,
  type AdPlan,
  AUDIO,
  type AudioTrack,
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
import { and, eq, ne } from 'drizzle-orm'
import { publicId } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { addLoudness, readHead, readSource } from '../../../platform/ffmpeg/read-source.ts'
import { type AnyHandler, defineHandler } from '../../../platform/jobs/jobs.ts'
import { DownloadFailure } from '../../../platform/net/download.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { MediaRefused } from '../../library/index.ts'
import { AD_FILE, fetchAdFile } from './fetch-file.ts'
import { conditionJob } from './jobs.ts'
import type { FileObserver } from './seen-file.ts'
import { storeOutputs } from './store-outputs.ts'
import { adCreatives, type CreativeRow } from './tables.ts'

type CreativeRef = Pick<CreativeRow, 'id' | 'environmentId'>

/** Services that preparing an ad needs. */
interface Preparation extends Platform {
  readonly offers: FileObserver
}

interface Workspace {
  readonly folder: string
  readonly signal: AbortSignal
}

export function conditionHandler(ads: Preparation): AnyHandler {
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

/** Downloads and encodes an ad, unless the same file is encoded already. Each attempt writes files with new names. */
async function conditionCreative(ads: Preparation, ref: CreativeRef, signal: AbortSignal): Promise<void> {
  const [row] = await ads.db.select().from(adCreatives).where(rowOf(adCreatives, ref))
  if (row === undefined || row.state === 'failed') return
  const folder = join(ads.workFolder, publicId())
  await ads.ffmpeg.prepareFolder(folder)
  try {
    const workspace = { folder, signal }
    const sourceHash = await fetchAdFile(ads, openAddress(ads.secrets, row.mediaUrl), workspace)
    // Without a stored hash, the file counts as unchanged.
    const isSame = row.state === 'ready' && (row.sourceHash ?? sourceHash) === sourceHash
    const result = isSame
      ? {}
      : ((await findTwin(ads, row, sourceHash)) ?? (await encodeFile(ads, row, workspace)))
    await storeResult(ads, row, { ...result, sourceHash })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Result = Pick<CreativeRow, 'outputs' | 'durationS' | 'filesOf'>

/** Finds the outputs of another creative with the same file and shape. Null if there is none. */
async function findTwin({ db }: Platform, row: CreativeRow, sourceHash: string): Promise<Result | null> {
  const isTwin = and(
    eq(adCreatives.environmentId, row.environmentId),
    eq(adCreatives.shapeKey, row.shapeKey),
    eq(adCreatives.sourceHash, sourceHash),
    eq(adCreatives.state, 'ready'),
    ne(adCreatives.id, row.id),
  )
  const [twin] = await db.select().from(adCreatives).where(isTwin).limit(1)
  return twin === undefined
    ? null
    : { outputs: twin.outputs, durationS: twin.durationS, filesOf: twin.filesOf ?? twin.id }
}

async function storeResult(
  ads: Preparation,
  row: CreativeRow,
  result: Partial<Result> & Pick<CreativeRow, 'sourceHash'>,
): Promise<void> {
  const at = ads.clock.now()
  const { environmentId } = row
  const mediaUrl = openAddress(ads.secrets, row.mediaUrl)
  const { filesOf = null, sourceHash } = result
  await ads.db.transaction(async (tx) => {
    if (filesOf !== null) {
      const owner = rowOf(adCreatives, { id: filesOf, environmentId })
      const kept = await tx.update(adCreatives).set({ usedAt: at }).where(owner).returning()
      if (kept.length === 0) throw new Error('the files of another ad are gone')
    }
    await tx
      .update(adCreatives)
      .set({ ...result, state: 'ready', error: null, checkedAt: at })
      .where(and(rowOf(adCreatives, row), eq(adCreatives.state, row.state)))
    await ads.offers.fileSeen(tx, { environmentId, mediaUrl, hash: sourceHash ?? '', at })
  })
}

async function encodeFile(ads: Preparation, row: CreativeRow, workspace: Workspace): Promise<Result> {
  const { input, source } = await readAd(ads, workspace)
  const plan = await planOf(ads, input, source, row, workspace)
  await encode(ads, input, source, plan, workspace)
  return { ...(await storeOutputs(ads, row, plan, workspace)), filesOf: null }
}

/** @throws MediaRefused */
async function readAd(
  { ffmpeg }: Platform,
  workspace: Workspace,
): Promise<{ input: Input; source: VideoSource }> {
  const sniffed = sniff(await readHead(join(workspace.folder, AD_FILE)))
  if (!sniffed) throw new MediaRefused('media-unreadable')
  const input = { path: AD_FILE, demuxer: sniffed.demuxer }
  const { source } = await readSource(ffmpeg, input, workspace)
  const refusal = refuse(source, ffmpeg.capabilities.decoders)
  if (refusal || !source) throw new MediaRefused(refusal ?? 'media-unreadable')
  const { video, durationS } = source
  if (video === null) throw new MediaRefused('media-no-tracks')
  if (durationS > adLimits.longestAdS) throw new MediaRefused('media-duration')
  return { input, source: { ...source, video } }
}

async function planOf(
  { ffmpeg }: Platform,
  input: Input,
  source: VideoSource,
  { shape }: CreativeRow,
  workspace: Workspace,
): Promise<AdPlan> {
  const channels = shape.isMono ? 1 : 2
  const audio: AdAudio = { channels, sampleRate: shape.sampleRate ?? AUDIO.sampleRate }
  const planWith = (track: AudioTrack | null | undefined) =>
    planAd(source, shape.video, track, shape.segmentS, audio)
  if (!shape.hasAudio) return planWith(undefined)
  const chosen = planTrack(source, AD_AUDIO_NAME, STANDARD_ENCODING.audio)
  if (chosen === null) return planWith(null)
  const target = { target: shape.loudness, durationS: source.durationS }
  const [track] = await addLoudness(ffmpeg, input, workspace, [{ ...chosen, channels }], target)
  return planWith(track ?? null)
}

async function encode(
  { ffmpeg }: Platform,
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

/** Whether another attempt would fail too. */
function isFinal(error: unknown): boolean {
  if (error instanceof MediaRefused) return true
  if (error instanceof DownloadFailure)
    return error.fault === 'refused' || error.fault === 'too-large' || isMissing(error)
  return error instanceof FfmpegFailure && error.reason === 'invalid-data'
}

/** Statuses of 4xx that another attempt can change within seconds: time-out, too early, too many requests. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429])

function isMissing({ status }: DownloadFailure): boolean {
  return status !== null && status >= 400 && status < 500 && !TEMPORARY.has(status)
}

async function failCreative({ db, clock }: Platform, ref: CreativeRef, error: unknown): Promise<void> {
  await db
    .update(adCreatives)
    .set({ state: 'failed', error: reasonOf(error), checkedAt: clock.now() })
    .where(and(rowOf(adCreatives, ref), eq(adCreatives.state, 'preparing')))
}

function reasonOf(error: unknown): string {
  if (error instanceof MediaRefused) return error.id
  if (error instanceof DownloadFailure) return `download-${error.fault}`
  return error instanceof FfmpegFailure ? `encode-${error.reason}` : 'failed'
}
