import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { adLimits } from '@kinora/contract'
import { type Input, muxArgs, sniff } from '@kinora/media'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { readHead } from '../../../platform/ffmpeg/read-source.ts'
import {
  DownloadFailure,
  type DownloadOptions,
  download,
  getGuarded,
} from '../../../platform/net/download.ts'
import type { Platform } from '../../../platform/platform.ts'
import { MediaRefused } from '../../library/index.ts'
import { type HlsMedia, type HlsVariant, parseHlsPlaylist } from '../../live/index.ts'
import { ENOUGH_KBPS } from '../vast/media.ts'

const MAX_PLAYLIST_BYTES = 1024 * 1024
/** Segments of a second each, for the longest ad. */
const MAX_FILES = 2 * adLimits.longestAdS

interface Track {
  readonly url: URL
  readonly playlist: HlsMedia
}

/** Whether a downloaded file is an HLS playlist. */
export async function isPlaylist(path: string): Promise<boolean> {
  const head = await readHead(path)
  return Buffer.from(head.subarray(0, 64))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .startsWith('#EXTM3U')
}

/** Downloads the best rendition of an HLS playlist into one file. @throws DownloadFailure or MediaRefused */
export async function downloadHls(
  { ffmpeg }: Pick<Platform, 'ffmpeg'>,
  address: string,
  name: string,
  folder: string,
  options: DownloadOptions,
): Promise<void> {
  const { video, audio } = await tracksOf(new URL(address), options)
  if (audio === null) return downloadTrack(video, join(folder, name), options)
  const inputs: Input[] = []
  for (const [n, track] of [video, audio].entries()) {
    const path = `${name}-${n}`
    await downloadTrack(track, join(folder, path), options)
    const sniffed = sniff(await readHead(join(folder, path)))
    if (sniffed === null) throw new MediaRefused('media-unreadable')
    inputs.push({ path, demuxer: sniffed.demuxer })
  }
  await rm(join(folder, name), { force: true })
  const limits = encodeLimits(lengthOf(video.playlist))
  await ffmpeg.run('ffmpeg', muxArgs(inputs, name), { limits, cwd: folder, signal: options.signal })
}

async function tracksOf(
  address: URL,
  options: DownloadOptions,
): Promise<{ video: Track; audio: Track | null }> {
  const { url, playlist } = await fetchPlaylist(address, options)
  if (playlist.kind === 'media') return { video: { url, playlist }, audio: null }
  const best = bestOf(playlist.variants)
  if (best === null) throw new MediaRefused('media-unreadable')
  const trackAt = async (uri: string): Promise<Track> => {
    const found = await fetchPlaylist(locate(uri, url), options)
    if (found.playlist.kind !== 'media') throw new MediaRefused('media-unreadable')
    return { url: found.url, playlist: found.playlist }
  }
  const video = await trackAt(best.uri)
  return { video, audio: best.audioUri === null ? null : await trackAt(best.audioUri) }
}

/** The highest bandwidth that makes a visible difference, or else the lowest one. */
function bestOf(variants: readonly HlsVariant[]): HlsVariant | null {
  const inOrder = variants.toSorted((a, b) => a.bandwidth - b.bandwidth)
  return inOrder.findLast(({ bandwidth }) => bandwidth <= ENOUGH_KBPS * 1000) ?? inOrder[0] ?? null
}

async function fetchPlaylist(address: URL, options: DownloadOptions) {
  const { answer, url } = await getGuarded(address, options)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_PLAYLIST_BYTES) throw new DownloadFailure('too-large', 'the playlist is too large')
    chunks.push(bytes)
  }
  const playlist = parseHlsPlaylist(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  if (playlist === null) throw new MediaRefused('media-unreadable')
  return { url, playlist }
}

/** Downloads the init segment and the segments of a track, one after the other. Byte ranges of one file are that file. */
async function downloadTrack(
  { url, playlist }: Track,
  path: string,
  options: DownloadOptions,
): Promise<void> {
  if (lengthOf(playlist) > adLimits.longestAdS) throw new MediaRefused('media-duration')
  const { segments, isEnded } = playlist
  const isReadable = isEnded && segments.length > 0 && segments.every(({ key }) => key === null)
  const uris = new Set(segments.flatMap(({ map, uri }) => (map === null ? [uri] : [map.uri, uri])))
  if (!isReadable || uris.size > MAX_FILES) throw new MediaRefused('media-unreadable')
  let left = options.maxBytes
  const part = `${path}.part`
  await rm(path, { force: true })
  for (const uri of uris) {
    const { bytes } = await download(locate(uri, url).href, part, { ...options, maxBytes: left })
    left -= bytes
    await pipeline(createReadStream(part), createWriteStream(path, { flags: 'a', mode: 0o644 }))
  }
  await rm(part)
}

const lengthOf = ({ segments }: HlsMedia) => segments.reduce((sum, { durationS }) => sum + durationS, 0)

function locate(uri: string, base: URL): URL {
  if (!URL.canParse(uri, base)) throw new MediaRefused('media-unreadable')
  return new URL(uri, base)
}
