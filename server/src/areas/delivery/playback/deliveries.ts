import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Playback, PlaybackSubject } from '../sources/playback-source.ts'

/** An answer to a viewer's request for a file of a playback. */
export interface DeliveredFile {
  readonly environmentId: string
  readonly subject: PlaybackSubject
  readonly kind: 'playlist' | 'segment' | 'image' | 'download'
  /** Such as `720p`, `audio` or `subtitles`. Empty for files of no rendition, or of one that is no longer offered. */
  readonly rendition: string
  readonly status: number
  /** Written to the connection, with headers. */
  readonly bytes: number
  readonly tookMs: number
  /** It came from memory, or the viewer had it already. */
  readonly isCached: boolean
  /** Seconds of playback in it: of video, or of audio where there is no video. */
  readonly durationS: number
  /** It was requested with a token that Kinora made for a person with a session: somebody looks at a video in the console. */
  readonly isPreview: boolean
  readonly headers: IncomingMessage['headers']
  readonly url: string
  /** IP address of the viewer. */
  readonly address: string
}

export type DeliveryObserver = (file: DeliveredFile) => void

/** Reports answers to those who count them. */
export interface Deliveries {
  observe(observer: DeliveryObserver): void
  /** Reports the answer to a request when its connection is done with it. */
  watch(wanted: WatchedRequest, request: IncomingMessage, response: ServerResponse): void
  /** Says what the answer to a watched request is. */
  note(request: IncomingMessage, answer: NotedAnswer): void
  /** Reports a playlist that was written at once. */
  report(playback: Playback, outputId: string | undefined, request: IncomingMessage, bytes: number): void
}

interface NotedAnswer extends Pick<DeliveredFile, 'isCached' | 'durationS' | 'isPreview'> {
  /** Size of the whole file. */
  readonly sizeBytes: number
}

interface WatchedRequest {
  readonly playbackId: string
  readonly outputId: string | undefined
  readonly kind: DeliveredFile['kind']
}

/** @param proxies number of proxies in front of this server */
export function openDeliveries(
  find: (playbackId: string) => Promise<Playback | null>,
  proxies: number,
): Deliveries {
  const observers: DeliveryObserver[] = []
  const noted = new WeakMap<IncomingMessage, NotedAnswer>()

  function notify(
    { environmentId, subject, streams }: Playback,
    outputId: string | undefined,
    request: IncomingMessage,
    answer: Pick<
      DeliveredFile,
      'kind' | 'status' | 'bytes' | 'tookMs' | 'isCached' | 'durationS' | 'isPreview'
    >,
  ): void {
    const { name, isMain } = renditionOf(streams, outputId)
    const { headers, url = '' } = request
    const sender = { headers, url, address: addressOf(request, proxies) }
    const durationS = isMain ? answer.durationS : 0
    for (const observer of observers)
      observer({ environmentId, subject, ...answer, rendition: name, durationS, ...sender })
  }

  return {
    observe: (observer) => void observers.push(observer),
    watch({ playbackId, outputId, kind }, request, response) {
      const { socket } = request
      const before = socket.bytesWritten
      const startedMs = performance.now()
      response.once('close', () => {
        const status = response.statusCode
        const bytes = socket.bytesWritten - before
        const known = noted.get(request)
        const { isCached = status === 304, durationS = 0, sizeBytes = 0, isPreview = false } = known ?? {}
        const part = status === 200 || status === 206 ? Math.min(1, bytes / Math.max(1, sizeBytes)) : 0
        const tookMs = performance.now() - startedMs
        const answer = { kind, status, bytes, tookMs, isCached, isPreview, durationS: part * durationS }
        // Also what is refused counts, for which nothing was found yet.
        find(playbackId).then(
          (playback) => playback && notify(playback, outputId, request, answer),
          () => undefined,
        )
      })
    },
    note: (request, answer) => void noted.set(request, answer),
    report(playback, outputId, request, bytes) {
      const answer = {
        kind: 'playlist',
        status: 200,
        isCached: true,
        isPreview: false,
        durationS: 0,
        bytes,
        tookMs: 0,
      } as const
      notify(playback, outputId, request, answer)
    },
  }
}

/** @returns `isMain` if its duration is that of the playback: audio beside video plays at the same time */
function renditionOf(
  { video, audio, subtitles }: Playback['streams'],
  outputId: string | undefined,
): { readonly name: string; readonly isMain: boolean } {
  const isWanted = (stream: { readonly outputId: string }) => stream.outputId === outputId
  const picture = video.find(isWanted)
  if (picture !== undefined) return { name: `${Math.min(picture.width, picture.height)}p`, isMain: true }
  if (audio.some(isWanted)) return { name: 'audio', isMain: video.length === 0 }
  return { name: subtitles.some(isWanted) ? 'subtitles' : '', isMain: false }
}

/** The address of the viewer. Same rule as Fastify's `trustProxy`, for requests that bypass Fastify. */
function addressOf({ socket, headers }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const addresses = [socket.remoteAddress ?? '', ...forwarded.map((address) => address.trim()).toReversed()]
  return addresses.slice(0, proxies + 1).findLast((address) => address !== '') ?? ''
}
