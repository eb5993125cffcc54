import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  addToTotals,
  bandwidthOf,
  codecsOf,
  mediaPlaylist,
  multivariantPlaylist,
  noSegmentTotals,
} from '../../index.ts'
import type { Rendition, Transcoded } from '../test-transcode.ts'

const PLAYLIST = 'delivered.m3u8'

/** Writes the playlists of a transcoded clip as the server delivers them. Returns the URL of the multivariant one. */
export async function deliver({ dir, plan, renditions }: Transcoded): Promise<string> {
  const described = async (name: string) => {
    const rendition = renditions.get(name)
    if (rendition === undefined) throw new Error(`there is no rendition ${name}`)
    return { uri: `${name}/${PLAYLIST}`, ...(await writePlaylist(rendition)) }
  }
  const rungs = plan.mode === 'audio-only' ? [] : [plan.first, ...plan.rest]
  const video = rungs.map(async ({ name, width, height, frameRate: { num, den } }) => ({
    width,
    height,
    frameRate: num / den,
    ...(await described(name)),
  }))
  const audio = plan.audio.map(async ({ name, title, language, isDefault, channels }) => {
    const labels = { name: title ?? '', language, role: 'main' as const, isDefault, channels }
    return { ...labels, ...(await described(name)) }
  })
  const path = join(dir, PLAYLIST)
  await writeFile(path, multivariantPlaylist(await Promise.all(video), await Promise.all(audio), []))
  return pathToFileURL(path).href
}

/** Writes a media playlist. The duration of the last segment comes from its boxes, because ffmpeg may omit it. */
async function writePlaylist({ dir, playlist, segments }: Rendition) {
  const { initUri, ended } = playlist
  const last = segments.at(-1)
  const listed = playlist.segments.map(({ uri, durationS }, n) => {
    const isLast = ended && n === segments.length - 1 && last !== undefined
    return { uri, durationS: isLast ? last.endS - last.decodeS : durationS }
  })
  await writeFile(join(dir, PLAYLIST), mediaPlaylist({ initUri, segments: listed, ended }))
  let totals = noSegmentTotals
  for (const { uri, durationS } of listed)
    totals = addToTotals(totals, { durationS, sizeBytes: (await stat(join(dir, uri))).size })
  const init = await readFile(join(dir, initUri))
  return { codecs: codecsOf(init) ?? '', bandwidth: bandwidthOf(totals) }
}
