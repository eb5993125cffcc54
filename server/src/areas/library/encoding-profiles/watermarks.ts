import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_MAX_PIXELS, type Overlay, readImageHeader, watermarkArgs } from '@kinora/media'
import type { Transaction } from '../../../platform/database/database.ts'
import { publicId } from '../../../platform/database/ids.ts'
import { FfmpegFailure, INPUT_NAME, runOnBytes } from '../../../platform/ffmpeg/index.ts'
import { limitConcurrency } from '../../../platform/jobs/slots.ts'
import { problem } from '../../../platform/problem.ts'
import type { UsedProfile } from '../contents/content-facts.ts'
import { assertRoomFor } from '../files/free-space.ts'
import { pictureLimits } from '../files/limits.ts'
import { keepFile, removeFile } from '../files/removals.ts'
import { watermarkKey, watermarkOfContentKey } from '../files/storage-keys.ts'
import type { Work } from '../files/work.ts'
import type { Library } from '../library.ts'

/** Until then whatever stores a file has written it down, or has failed. */
const UNUSED_AFTER_S = 3600
/** A video that was being made when a profile let go of its watermark has its own by then. */
const LET_GO_AFTER_S = 3600
const DRAWN_AT_ONCE = 2
const slots = limitConcurrency(DRAWN_AT_ONCE)
const PNG = 'image/png'
const OUTPUT = 'watermark.png'
const demuxers = { jpg: 'jpeg_pipe', png: 'png_pipe' } as const

/** A file in storage that goes away again unless it is taken. */
export interface Promised {
  readonly id: string
  /** In the transaction that names the file. @throws problem timeout where it went already */
  keep(tx: Transaction): Promise<void>
}

/** Stores a picture to be laid over videos, drawn anew. @throws problem image-unreadable, storage-full, unavailable */
export async function storeWatermark(
  library: Library,
  environmentId: string,
  file: string,
): Promise<Promised> {
  const drawn = await slots(() => draw(library, Buffer.from(file, 'base64')))
  const id = publicId()
  const keep = await putPromised(library, environmentId, watermarkKey(environmentId, id), drawn)
  return { id, keep }
}

/** A video's own copy of the watermark that is stored as `from`, so that it stays whatever becomes of that. */
export async function copyWatermark(
  library: Library,
  environmentId: string,
  from: string,
  contentId: string,
): Promise<Promised> {
  const picture = await library.storage.read(from)
  if (picture === null) throw problem('not-found')
  const id = publicId()
  const keep = await putPromised(library, environmentId, watermarkOfContentKey(contentId, id), picture)
  return { id, keep }
}

async function putPromised(library: Library, environmentId: string, key: string, body: Buffer) {
  await assertRoomFor(library, body.length)
  // Before there is a file, so that none is left over whatever happens next.
  const removalId = await library.db.transaction((tx) =>
    removeFile(library, tx, environmentId, key, UNUSED_AFTER_S),
  )
  await library.storage.put(key, body, PNG)
  return (tx: Transaction) => keepFile(tx, removalId)
}

/** Has a profile's watermark removed that it no longer shows. */
export async function letGoOfWatermark(
  library: Library,
  tx: Transaction,
  environmentId: string,
  watermarkId: string | null,
): Promise<void> {
  if (watermarkId === null) return
  await removeFile(library, tx, environmentId, watermarkKey(environmentId, watermarkId), LET_GO_AFTER_S)
}

async function draw({ ffmpeg, workFolder }: Library, given: Buffer): Promise<Buffer> {
  const header = readImageHeader(given)
  if (header === null || header.format === 'gif' || header.width * header.height > IMAGE_MAX_PIXELS)
    throw problem('image-unreadable')
  const args = watermarkArgs(
    { path: INPUT_NAME, demuxer: demuxers[header.format] },
    header.orientation,
    OUTPUT,
  )
  try {
    return await runOnBytes(ffmpeg, workFolder, given, { args, output: OUTPUT, limits: pictureLimits })
  } catch (error) {
    if (error instanceof FfmpegFailure) throw problem('image-unreadable')
    throw error
  }
}

/** The video's watermark in the work's folder; null where its profile has none. */
export async function openOverlay(
  { storage }: Library,
  contentId: string,
  { settings, watermarkId }: UsedProfile,
  work: Work,
): Promise<Overlay | null> {
  if (settings.watermark === null || watermarkId === null) return null
  const picture = await storage.read(watermarkOfContentKey(contentId, watermarkId))
  if (picture === null) throw new Error(`the watermark of ${contentId} is not in storage`)
  await writeFile(join(work.folder, OUTPUT), picture, { mode: 0o644, flag: 'wx' })
  return { input: { path: OUTPUT, demuxer: demuxers.png }, watermark: settings.watermark }
}
