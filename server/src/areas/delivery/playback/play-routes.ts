import { setTimeout as pause } from 'node:timers/promises'
import { deliveryCalls } from '@kinora/contract'
import { RENDITION } from '@kinora/media'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import {
  assertMp4IsComing,
  downloadKey,
  initKey,
  type Library,
  type PlayableRendition,
  type Playback,
  requestMp4,
  segmentKey,
  segmentName,
} from '../../library/index.ts'
import type { SubtitleMemory } from '../subtitles/subtitle-memory.ts'
import { subtitleSegmentOf } from '../subtitles/subtitle-segments.ts'
import type { Ask, Delivered, Playbacks } from './playbacks.ts'
import { playlistShortcut } from './playlist-shortcut.ts'
import { allRenditions, PLAYLIST_NAME, PLAYLIST_TYPE, type TextFile, textFile } from './playlists.ts'
import { referrerOf } from './referrer.ts'
import type { SegmentMemory } from './segment-memory.ts'
import { cacheFor, cacheOf, cacheUntil, sendBytes, sendObject } from './send.ts'

const SEGMENT_TYPE = 'video/mp4'
const SUBTITLE_TYPE = 'text/vtt; charset=utf-8'
/** Many viewers share one address, a CDN's above all. */
const unlimited = { isLimited: false }
const DOWNLOAD_WAIT_MS = 20_000
const DOWNLOAD_POLL_MS = 250

export function playRoutes(
  server: HttpServer,
  library: Library,
  playbacks: Playbacks,
  memory: SegmentMemory,
  subtitles: SubtitleMemory,
): void {
  const { storage, clock, config } = library
  const watching = (request: FastifyRequest, playbackId: string, token: string | undefined): Ask => ({
    playbackId,
    audience: 'v',
    token,
    referrer: referrerOf(request.headers, originOf(request, config)),
  })
  server.take(playlistShortcut(playbacks))

  route(
    server,
    deliveryCalls.getMultivariantPlaylist,
    async ({ params, query, request, reply }) => {
      const delivered = await playbacks.get(watching(request, params.playbackId, query.token))
      const { multivariant } = delivered.playlists
      if (multivariant === null) throw problem('not-found')
      sendPlaylist(request, reply, multivariant, delivered, query.token)
      return undefined
    },
    unlimited,
  )

  route(
    server,
    deliveryCalls.getPlayFile,
    async ({ params, query, request, reply }) => {
      const delivered = await playbacks.get(watching(request, params.playbackId, query.token))
      const { playback, playlists, keptUntil } = delivered
      const playlist = playlists.media.get(params.rendition)
      if (params.file === PLAYLIST_NAME && playlist !== undefined) {
        sendPlaylist(request, reply, playlist, delivered, query.token)
        return undefined
      }
      const cache = keptUntil ? cacheUntil(keptUntil, clock.now()) : cacheFor.ever
      const etag = `${params.rendition}-${params.file}`
      const subtitle = subtitleSegmentOf(playback, params.rendition, params.file)
      if (subtitle !== null) {
        const text = await subtitles.read(subtitle)
        if (text === null) throw problem('not-found')
        sendBytes(request, reply, text, { type: SUBTITLE_TYPE, cache, etag })
        return undefined
      }
      const body = await memory.read(fileKey(playback, params.rendition, params.file))
      if (body === null) throw problem('not-found')
      sendBytes(request, reply, body, { type: SEGMENT_TYPE, cache, etag })
      return undefined
    },
    unlimited,
  )

  route(server, deliveryCalls.getDownload, async ({ params, query, request, reply }) => {
    const { playback, keptUntil } = await playbacks.get(watching(request, params.playbackId, query.token))
    const rendition = downloadable(playback, params.name)
    await waitForDownload(library, playback, rendition, reply)
    await sendObject(request, reply, storage, downloadKey(playback.contentId, rendition.filesId), {
      type: SEGMENT_TYPE,
      cache: keptUntil ? cacheUntil(keptUntil, clock.now()) : cacheFor.hour,
      attachment: `${playback.title}.mp4`,
    })
    return undefined
  })
}

/** Every address in a playlist carries the token that gave it out. */
function sendPlaylist(
  request: FastifyRequest,
  reply: FastifyReply,
  file: TextFile,
  { permit, keptUntil }: Delivered,
  token = '',
): void {
  const { body, etag } = permit === null ? file : textFile(withToken(file.text, token), false)
  const cache = keptUntil === null ? cacheOf(file) : cacheFor.nobody
  sendBytes(request, reply, body, { type: PLAYLIST_TYPE, etag, cache })
}

function withToken(playlist: string, token: string): string {
  const query = `?token=${encodeURIComponent(token)}`
  return playlist.replace(/^[^#\s].*$/gm, `$&${query}`).replace(/URI="([^"]*)"/g, `URI="$1${query}"`)
}

/** @throws problem not-found for what is no file of this video */
function fileKey(playback: Playback, filesId: string, file: string): string {
  const { contentId } = playback
  const rendition = allRenditions(playback).find((each) => each.filesId === filesId)
  if (rendition === undefined) throw problem('not-found')
  if (file === RENDITION.init) return initKey(contentId, filesId)
  const segment = Number(/^seg-(\d{5,})\.m4s$/.exec(file)?.[1] ?? -1)
  if (segment < 0 || segment >= rendition.segments.length || file !== segmentName(segment))
    throw problem('not-found')
  return segmentKey(contentId, filesId, segment)
}

/** @throws problem not-found, content-not-ready */
function downloadable({ renditions }: Playback, name: string): PlayableRendition {
  // What plays everywhere, unless another codec is asked for by its name.
  const pictures = renditions.filter(
    ({ type, codec }) => type === 'video' && (name !== 'highest' || codec === 'h264'),
  )
  const choices = pictures.length > 0 ? pictures : renditions
  const found =
    name === 'highest' ? choices.findLast(({ ended }) => ended) : choices.find((each) => each.name === name)
  if (found === undefined) throw problem(name === 'highest' ? 'content-not-ready' : 'not-found')
  if (!found.ended) throw problem('content-not-ready')
  return found
}

/** @throws problem mp4-failed, unavailable while it is being made */
async function waitForDownload(
  library: Library,
  playback: Playback,
  { filesId }: PlayableRendition,
  { raw }: FastifyReply,
) {
  const key = downloadKey(playback.contentId, filesId)
  const isThere = async () => (await library.storage.head(key)) !== null
  if (await isThere()) return
  await requestMp4(library, playback, filesId)
  for (let waited = 0; waited < DOWNLOAD_WAIT_MS && !raw.destroyed; waited += DOWNLOAD_POLL_MS) {
    await pause(DOWNLOAD_POLL_MS)
    if (await isThere()) return
    await assertMp4IsComing(library, filesId)
  }
  throw problem('unavailable', {
    detail: 'The file is being made; ask again',
    headers: { 'retry-after': '10' },
  })
}
