import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type DownloadOptions, download } from '../../../platform/net/download.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { downloadHls, isPlaylist } from './hls-file.ts'

const MAX_FILE_BYTES = 512 * 1024 * 1024
const DOWNLOAD_MS = 300_000
/** Name of the downloaded file in its folder. */
export const AD_FILE = 'download'

/** Downloads the file of an ad to `AD_FILE` in a folder, an HLS playlist as one file. The same bytes at the URL have the same hash.
 * @returns SHA-256 of the file @throws DownloadFailure or MediaRefused */
export async function fetchAdFile(
  platform: Pick<Platform, 'config' | 'ffmpeg' | 'storage'>,
  url: string,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<string> {
  const path = join(folder, AD_FILE)
  const options: DownloadOptions = {
    allowed: platform.config,
    maxBytes: MAX_FILE_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]),
    onStart: (bytes) => assertFreeSpaceForJob(platform, bytes ?? 0),
  }
  await download(url, path, options)
  if (await isPlaylist(path)) await downloadHls(platform, url, AD_FILE, folder, options)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('hex')
}
