import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_MAX_PIXELS, type Overlay, readImageHeader, watermarkArgs } from '@kinora/media'
import type { Transaction } from '../../../platform/database/database.ts'
import { publicId } from '../../../platform/database/ids.ts'
import { INPUT_NAME, renderImage } from '../../../platform/ffmpeg/index.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { inTurns } from '../../../platform/turns/turns.ts'
import type { UsedProfile } from '../contents/content-facts.ts'
import type { Workspace } from '../contents/workspace.ts'
import { cancelRemoval, scheduleRemoval } from '../files/removals.ts'
import { contentWatermarkKey, watermarkKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'

/** Longer than it takes to store a file and insert the row that names it. */
const UNUSED_AFTER_S = 3600
/** Time in which videos that are being created copy the released watermark. */
const RELEASE_AFTER_S = 3600
const MAX_CONCURRENT_RENDERS = 2
const slots = inTurns({ count: MAX_CONCURRENT_RENDERS })
const PNG = 'image/png'
const OUTPUT = 'watermark.png'
const demuxers = { jpg: 'jpeg_pipe', png: 'png_pipe' } as const

/** A stored file that is removed again unless `keep` is called. */
export interface PendingFile {
  readonly id: string
  /** Called in the transaction that names the file. @throws problem timeout if the file was already removed */
  keep(tx: Transaction): Promise<void>
}

/** Renders an image as PNG and stores it as a watermark. @throws problem image-unreadable, storage-full, unavailable */
export async function storeWatermark(
  library: Library,
  environmentId: string,
  file: string,
): Promise<PendingFile> {
  const image = await slots(() => renderWatermark(library, Buffer.from(file, 'base64')))
  const id = publicId()
  const keep = await storePendingFile(library, environmentId, watermarkKey(environmentId, id), image)
  return { id, keep }
}

/** Copies the watermark stored as `from`, so that later changes of the profile do not affect the video. */
export async function copyWatermark(
  library: Library,
  environmentId: string,
  from: string,
  contentId: string,
): Promise<PendingFile> {
  const image = await library.storage.read(from)
  if (image === null) throw problem('not-found')
  const id = publicId()
  const keep = await storePendingFile(library, environmentId, contentWatermarkKey(contentId, id), image)
  return { id, keep }
}

async function storePendingFile(library: Library, environmentId: string, key: string, body: Buffer) {
  await assertFreeSpace(library, body.length)
  // Scheduled before the file is written, so that a crash leaves no file behind.
  const removal = await library.db.transaction((tx) =>
    scheduleRemoval(library, tx, environmentId, key, UNUSED_AFTER_S),
  )
  await library.storage.put(key, body, PNG)
  return (tx: Transaction) => cancelRemoval(tx, removal)
}

/** Removes a watermark that its profile no longer uses. */
export async function releaseWatermark(
  library: Library,
  tx: Transaction,
  environmentId: string,
  watermarkId: string | null,
): Promise<void> {
  if (watermarkId === null) return
  await scheduleRemoval(library, tx, environmentId, watermarkKey(environmentId, watermarkId), RELEASE_AFTER_S)
}

async function renderWatermark(library: Library, given: Buffer): Promise<Buffer> {
  const header = readImageHeader(given)
  if (header === null || header.format === 'gif' || header.width * header.height > IMAGE_MAX_PIXELS)
    throw problem('image-unreadable')
  const args = watermarkArgs(
    { path: INPUT_NAME, demuxer: demuxers[header.format] },
    header.orientation,
    OUTPUT,
  )
  return renderImage(library, given, { args, output: OUTPUT })
}

/** Writes the video's watermark into the workspace; null if its profile has none. */
export async function openOverlay(
  { storage }: Library,
  contentId: string,
  { settings, watermarkId }: UsedProfile,
  workspace: Workspace,
): Promise<Overlay | null> {
  if (settings.watermark === null || watermarkId === null) return null
  const image = await storage.read(contentWatermarkKey(contentId, watermarkId))
  if (image === null) throw new Error(`the watermark of ${contentId} is not in storage`)
  await writeFile(join(workspace.folder, OUTPUT), image, { mode: 0o644, flag: 'wx' })
  return { input: { path: OUTPUT, demuxer: demuxers.png }, watermark: settings.watermark }
}
