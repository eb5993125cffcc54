import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { publicId } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import { type AnyHandler, defineHandler } from '../../../platform/jobs/jobs.ts'
import { DownloadFailure } from '../../../platform/net/download.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { AD_FILE, fetchAdFile } from '../../ads/index.ts'
import { cancelRemoval, MediaRefused, scheduleRemoval } from '../../library/index.ts'
import { copyKey } from './copy-keys.ts'
import { type CreativeRow, recordCreative, waiting } from './creatives.ts'
import { creativeFileJob } from './jobs.ts'
import { campaignCreatives } from './tables.ts'

type Context = Pick<
  Platform,
  'db' | 'clock' | 'config' | 'ffmpeg' | 'jobs' | 'secrets' | 'storage' | 'workFolder'
>

/** Time after which a copy that no creative refers to is removed. */
const UNUSED_SECONDS = 24 * 3600

export function creativeFileHandler(platform: Context & Pick<Platform, 'log'>): AnyHandler {
  return defineHandler({
    definition: creativeFileJob,
    async run({ creativeId: id }, { environmentId, signal }) {
      const [row] = await platform.db
        .select()
        .from(campaignCreatives)
        .where(rowOf(campaignCreatives, { id, environmentId }))
      if (row === undefined) return
      await keepCopy(platform, row, signal).catch((error: unknown) => {
        if (!isUnreachable(error)) throw error
        // The preview and the review fetch it again, and say that it cannot be loaded.
        platform.log.info({ err: error, creativeId: id }, 'the file of a creative cannot be fetched')
      })
    },
    failed: async () => undefined,
  })
}

/** Row of a creative with a copy of its file. */
export interface CopiedCreative extends CreativeRow {
  readonly fileName: string
  readonly fileHash: string
}

/** Fetches the file of a creative, unless Kinora has a copy. If another file was known before, the creative waits for a review.
 * @throws problem creative-unreachable, creative-changed */
export async function copyOf(
  platform: Context,
  row: CreativeRow,
  signal: AbortSignal,
): Promise<CopiedCreative> {
  const copied = await keepCopy(platform, row, signal).catch((error: unknown) => {
    throw isUnreachable(error) || signal.aborted ? problem('creative-unreachable') : error
  })
  if (copied === null) throw problem('creative-changed')
  return copied
}

/** @returns null if the creative was changed or deleted meanwhile */
async function keepCopy(
  platform: Context,
  row: CreativeRow,
  signal: AbortSignal,
): Promise<CopiedCreative | null> {
  if (isCopied(row)) return row
  const { db, ffmpeg, storage, workFolder, clock } = platform
  const folder = join(workFolder, publicId())
  await ffmpeg.prepareFolder(folder)
  try {
    const fileHash = await fetchAdFile(platform, openAddress(platform.secrets, row.mediaUrl), {
      folder,
      signal,
    })
    const fileName = `${publicId()}.mp4`
    const key = copyKey(row, fileName)
    const removal = await db.transaction((tx) =>
      scheduleRemoval(platform, tx, row.environmentId, key, UNUSED_SECONDS),
    )
    await storage.putFile(key, join(folder, AD_FILE), 'video/mp4')
    return await db.transaction(async (tx) => {
      const at = clock.now()
      const { mediaUrl } = campaignCreatives
      const isIt = and(rowOf(campaignCreatives, row), eq(mediaUrl, row.mediaUrl))
      const [before] = await tx.select().from(campaignCreatives).where(isIt).for('update')
      if (before === undefined) return null
      // Another process fetched it first.
      if (isCopied(before)) return before
      await cancelRemoval(tx, removal)
      const isReplaced = before.fileHash !== null && before.fileHash !== fileHash
      const after = { ...before, fileHash, fileName, ...(isReplaced && waiting(at)) }
      await tx.update(campaignCreatives).set(after).where(rowOf(campaignCreatives, before))
      if (isReplaced) await recordCreative(tx, null, after, 'submitted', {}, at)
      return after
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function isCopied(row: CreativeRow): row is CopiedCreative {
  return row.fileName !== null && row.fileHash !== null
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof DownloadFailure ||
    error instanceof MediaRefused ||
    (error instanceof FfmpegFailure && error.reason === 'invalid-data')
  )
}
