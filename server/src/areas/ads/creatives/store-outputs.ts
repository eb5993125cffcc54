import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AD_AUDIO_NAME, type AdPlan, adOutputName, parseMediaPlaylist, RENDITION } from '@kinora/media'
import { publicId } from '../../../platform/database/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { measuredBandwidth } from './bandwidth.ts'
import { type AdOutput, adFileName, creativePrefix } from './outputs.ts'
import type { CreativeRow } from './tables.ts'

/** Stores the encoded files of an ad. */
export async function storeOutputs(
  { storage }: Pick<Platform, 'storage'>,
  { id, environmentId }: Pick<CreativeRow, 'id' | 'environmentId'>,
  { renditions, audio }: AdPlan,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<{ outputs: AdOutput[]; durationS: number }> {
  const attempt = publicId().slice(0, 8)

  async function store(folderName: string): Promise<Pick<AdOutput, 'name' | 'segments' | 'bandwidth'>> {
    const path = join(folder, folderName)
    const playlist = parseMediaPlaylist(await readFile(join(path, RENDITION.playlist), 'utf8'))
    if (!playlist?.ended) throw new Error('ffmpeg left an ad unfinished')
    const name = `${attempt}-${folderName}`
    // Files can move to the storage.
    const sizes = await Promise.all(
      playlist.segments.map(async ({ uri }) => (await stat(join(path, uri))).size),
    )
    for (const file of [playlist.initUri, ...playlist.segments.map(({ uri }) => uri)]) {
      // A worker that lost its lease stops writing.
      signal.throwIfAborted()
      await storage.putFile(
        `${creativePrefix(environmentId, id)}/${adFileName(name, file)}`,
        join(path, file),
        'video/mp4',
      )
    }
    const segments = playlist.segments.map(({ durationS }) => durationS)
    return { name, segments, bandwidth: measuredBandwidth(segments, sizes) }
  }

  const outputs: AdOutput[] = []
  for (const [n, { width, height }] of renditions.entries())
    outputs.push({ ...(await store(adOutputName(n))), type: 'video', width, height })
  if (audio !== null) outputs.push({ ...(await store(AD_AUDIO_NAME)), type: 'audio', width: 0, height: 0 })
  const durationS = outputs[0]?.segments.reduce((sum, each) => sum + each, 0) ?? 0
  return { outputs, durationS }
}
