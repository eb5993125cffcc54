import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { decodeEarlier, mediaPlaylist, mp4Args, RENDITION, reorderTicksOf } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { renditions } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { getSegments } from '../encoding/segments.ts'
import { downloadKey, initKey, segmentKey, segmentName } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'

type Row = typeof renditions.$inferSelect

/** Joins a complete rendition and all audio into one MP4 in storage, without encoding. */
export async function makeMp4(
  library: Library,
  contentId: string,
  outputId: string,
  workspace: Workspace,
): Promise<void> {
  if ((await library.storage.head(downloadKey(contentId, outputId))) !== null) return
  const rows = await library.db
    .select()
    .from(renditions)
    .where(and(eq(renditions.contentId, contentId), eq(renditions.status, 'ready')))
  const chosen = rows.find((row) => row.outputId === outputId)
  if (!chosen) throw new ContentGone()
  // Added tracks can change, so the MP4 contains only the audio of the source file.
  const audioRows = rows.filter(({ type, name }) => type === 'audio' && !name.startsWith('track-'))
  const videoPath = chosen.type === 'video' ? await fetchRendition(library, chosen, workspace) : null
  const tracks: { path: string; language: string | null }[] = []
  for (const row of audioRows)
    tracks.push({ path: await fetchRendition(library, row, workspace), language: row.language })
  const segments = await getSegments(library.db, outputId)
  const durationS = segments.reduce((sum, [seconds]) => sum + seconds, 0)
  await library.ffmpeg.run('ffmpeg', mp4Args(videoPath, tracks, 'whole.mp4'), {
    limits: encodeLimits(durationS, library.config.ENCODE_MEMORY_BYTES),
    cwd: workspace.folder,
    signal: workspace.signal,
  })
  await library.storage.putFile(
    downloadKey(contentId, outputId),
    join(workspace.folder, 'whole.mp4'),
    'video/mp4',
  )
  const remaining = await library.db
    .select({ id: renditions.id })
    .from(renditions)
    .where(eq(renditions.outputId, outputId))
  if (remaining.length === 0) throw new ContentGone()
}

/** Copies a rendition's files into a folder with a playlist. Returns the playlist's path in the workspace.
 * @param from first segment; the last one is before `to` */
export async function fetchRendition(
  library: Library,
  row: Row,
  workspace: Workspace,
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: Number.POSITIVE_INFINITY },
): Promise<string> {
  const folder = join(workspace.folder, row.name)
  await mkdir(folder, { mode: 0o755 })
  const copy = async (key: string, name: string) => {
    const body = await library.storage.stream(key)
    if (body === null) throw new Error(`${key} is not in storage`)
    await pipeline(body, createWriteStream(join(folder, name), { mode: 0o644 }), { signal: workspace.signal })
  }
  const all = await getSegments(library.db, row.outputId)
  const numbers = [...all.keys()].slice(from, to)
  // Recordings repeat their parameter sets in the frames, so one init segment is enough.
  const init = all.findLast(([, , number], n) => n <= from && number !== undefined)?.[2] ?? 0
  await copy(initKey(row.contentId, row.outputId, init), RENDITION.init)
  for (const n of numbers) await copy(segmentKey(row.contentId, row.outputId, n), segmentName(n))
  await prepareForFfmpeg(numbers.map((n) => join(folder, segmentName(n))))
  const playlist = mediaPlaylist({
    initUri: RENDITION.init,
    segments: numbers.map((n) => ({ uri: segmentName(n), durationS: all[n]?.[0] ?? 0 })),
    ended: true,
  })
  await writeFile(join(folder, RENDITION.playlist), playlist, { mode: 0o644 })
  return `${row.name}/${RENDITION.playlist}`
}

/** ffmpeg needs the same delay between decoding and presentation in all segments (see `decodeEarlier`). */
async function prepareForFfmpeg(paths: readonly string[]): Promise<void> {
  let ticks = 0
  for (const path of paths) ticks = Math.max(ticks, reorderTicksOf(await readFile(path)))
  if (ticks === 0) return
  for (const path of paths) {
    const segment = await readFile(path)
    decodeEarlier(segment, ticks)
    await writeFile(path, segment)
  }
}
