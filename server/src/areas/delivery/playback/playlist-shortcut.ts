import type { OutgoingHttpHeader } from 'node:http'
import { deliveryCalls } from '@kinora/contract'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { defaultHeaders, type Shortcut } from '../../../platform/http/server.ts'
import type { PlaylistFile } from '../sources/playlist-file.ts'
import type { Deliveries } from './deliveries.ts'
import { PLAYLIST_TYPE } from './multivariant.ts'
import type { Playbacks } from './playbacks.ts'
import { cacheHeader } from './send.ts'

const playlistPath = /^\/play\/([A-Za-z0-9]+)(?:\/([0-9a-f-]+)\/index)?\.m3u8$/

const fixedHeaders = Object.entries({
  ...defaultHeaders,
  ...publicHeaders,
  'content-type': PLAYLIST_TYPE,
  'accept-ranges': 'bytes',
})
  .filter(([name]) => name !== 'cache-control')
  .flat()

/** Answers plain requests for cached playlists, which players of growing videos repeat every few seconds. All other
 * requests take the normal route: HEAD, ranges, conditions, queries, and those that need a lookup or are refused. */
export function playlistShortcut(playbacks: Playbacks, deliveries: Pick<Deliveries, 'report'>): Shortcut {
  const known = new WeakMap<PlaylistFile, readonly OutgoingHttpHeader[]>()
  const headersOf = (file: PlaylistFile) => {
    const headers = known.get(file) ?? headersFor(file)
    known.set(file, headers)
    return headers
  }
  return (request, response, id) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || headers.range !== undefined || headers['if-none-match'] !== undefined) return null
    const [path, playbackId = '', outputId] = playlistPath.exec(url) ?? []
    if (path === undefined) return null
    const access = playbacks.open(playbackId)
    if (access === null) return null
    const file = outputId === undefined ? access.multivariant : access.playback.sharedPlaylist(outputId)
    if (file === null) return null
    const before = request.socket.bytesWritten
    response.writeHead(200, [...headersOf(file), 'x-request-id', id])
    response.end(file.text, file.sizeBytes === file.text.length ? 'latin1' : 'utf8')
    deliveries.report(access.playback, outputId, request, request.socket.bytesWritten - before)
    return (outputId === undefined ? deliveryCalls.getMultivariantPlaylist : deliveryCalls.getPlayFile).path
  }
}

function headersFor({ etag, cache, sizeBytes }: PlaylistFile): OutgoingHttpHeader[] {
  const own = { etag: `"${etag}"`, 'cache-control': cacheHeader(cache, null), 'content-length': sizeBytes }
  return [...fixedHeaders, ...Object.entries(own).flat()]
}
