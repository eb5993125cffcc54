import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { ownOrigins } from '../../../platform/http/origin.ts'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import { problem } from '../../../platform/problem.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { cacheRules } from '../sources/cache-rules.ts'
import type { FileAnswer } from '../sources/file-answer.ts'
import { etagOf } from '../sources/playlist-file.ts'
import { readableBy } from './access.ts'
import type { Deliveries } from './deliveries.ts'
import type { ImageCache } from './image-cache.ts'
import { PLAYLIST_TYPE } from './multivariant.ts'
import type { PlaybackAccess } from './playbacks.ts'
import type { SegmentCache } from './segment-cache.ts'
import { cacheHeader, isNotModified, sendBytes, sendCountedBytes, sendObject } from './send.ts'

/** Sends the response of a source. @throws problem not-found, and unavailable for pending files */
export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  access: Pick<PlaybackAccess, 'playback' | 'permit' | 'privateUntil'>,
  answer: FileAnswer | null,
  token: string | undefined,
) => Promise<void>

interface Senders {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'EMBED_ORIGIN'>
  readonly clock: Clock
  readonly storage: Storage
  readonly segments: SegmentCache
  readonly images: ImageCache
  readonly limits: Pick<RateLimits, 'takeByAddress'>
  readonly deliveries: Pick<Deliveries, 'note'>
}

/** Images that are rendered for one address, of each kind. Those in memory cost nothing. */
const RENDERINGS_PER_MINUTE = 240
const nothing = Buffer.alloc(0)

export function answerSender({
  config,
  clock,
  storage,
  segments,
  images,
  limits,
  deliveries,
}: Senders): SendAnswer {
  return async (request, reply, { playback, permit, privateUntil }, answer, token = '') => {
    const site = readableBy(
      { restrictions: playback.restrictions, isOwn: permit?.isOwn === true },
      request.headers.origin,
      ownOrigins(request, config),
    )
    if (answer === null) throw problem('not-found')
    if (answer.kind === 'pending') throw stillPending()
    const isPreview = permit?.isPreview === true
    const privateCache = privateUntil && { until: privateUntil, now: clock.now() }
    if (answer.kind === 'playlist') {
      const { playlist } = answer
      deliveries.note(request.raw, { isCached: true, isPreview, durationS: 0, sizeBytes: playlist.sizeBytes })
      const text = permit === null ? playlist.text : withToken(playlist.text, token)
      const etag = permit === null ? playlist.etag : etagOf(text)
      const cache = cacheHeader(privateCache === null ? playlist.cache : cacheRules.never, null)
      sendBytes(request, reply, Buffer.from(text), { type: PLAYLIST_TYPE, etag, cache, ...site })
      return
    }
    const { type, durationS = 0 } = answer
    const cache = cacheHeader(answer.cache, privateCache)
    switch (answer.kind) {
      case 'bytes':
        deliveries.note(request.raw, { isCached: true, isPreview, durationS, sizeBytes: answer.body.length })
        sendBytes(request, reply, answer.body, { type, cache, etag: answer.etag, ...site })
        return
      case 'segment': {
        const isCached = segments.has(answer.key)
        const body = await segments.read(answer.key)
        if (body === null) throw problem('not-found')
        deliveries.note(request.raw, { isCached, isPreview, durationS, sizeBytes: body.length })
        const sent = { type, cache, etag: answer.etag, ...site }
        if (answer.onDelivered === undefined) sendBytes(request, reply, body, sent)
        else await sendCountedBytes(request, reply, body, sent, answer.onDelivered)
        return
      }
      case 'object': {
        const { key, attachment } = answer
        await sendObject(request, reply, storage, key, {
          type,
          cache,
          ...site,
          ...(attachment !== undefined && { attachment }),
        })
        return
      }
      case 'rendered': {
        const etag = etagOf(answer.image.identity)
        // Nothing is rendered if the client already has the image.
        if (isNotModified(request, etag)) {
          sendBytes(request, reply, nothing, { type, cache, etag, ...site })
          return
        }
        if (!images.has(answer.image)) await limits.takeByAddress(request, reply, RENDERINGS_PER_MINUTE)
        const body = await images.render(answer.image, playback.environmentId)
        sendBytes(request, reply, body, { type, cache, etag, ...site })
      }
    }
  }
}

function stillPending() {
  return problem('unavailable', {
    detail: 'The file is being created. Try again later.',
    headers: { 'retry-after': '10' },
  })
}

/** Adds the request's token to all relative URLs of a playlist. */
function withToken(playlist: string, token: string): string {
  const query = `token=${encodeURIComponent(token)}`
  const signed = (address: string) =>
    /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`
  return playlist
    .replace(/^[^#\s].*$/gm, signed)
    .replace(
      /\b(URI|X-ASSET-LIST)="([^"]*)"/g,
      (_match, name: string, address: string) => `${name}="${signed(address)}"`,
    )
}
