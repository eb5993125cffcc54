import type { LinkReason } from '@kinora/contract'
import { createTsSegmenter, type PushedSegment, pushedPlaylist, type TsSegment } from '@kinora/media'
import { openConnections } from '../../../../../platform/net/guarded-request.ts'
import { keepTrying, type LinkFault } from '../../keep-trying.ts'
import type { RelayContext } from '../../relay-context.ts'
import type { SenderSpec } from '../../specs.ts'
import { untilAborted } from '../../until-aborted.ts'
import type { Sender, SenderSink } from '../sender.ts'
import { bucketServer } from './bucket-server.ts'
import { pushPlaces } from './push-places.ts'
import { webServer } from './web-server.ts'

/** Segments in the playlist, and those that stay after they have left it, for players that are behind. */
const LISTED = 6
const KEPT = 6
/** Segments that wait for a server. Older ones are left out. */
const MOST_WAITING = 4
const LEAST_TARGET_S = 4
const SEGMENT_TYPE = 'video/mp2t'
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

/** Sends segments of the stream and their playlist to a web server or a bucket, which acknowledges each. */
export function pushHls(
  spec: SenderSpec,
  sink: SenderSink,
  context: Pick<RelayContext, 'config' | 'clock' | 'authorities'>,
): Sender {
  const stop = new AbortController()
  const address = spec.url ?? ''
  const places = pushPlaces(address)
  const { config, authorities } = context
  const access = { config, authorities, credentials: spec.streamId, stop: stop.signal }
  const server =
    spec.kind === 's3'
      ? bucketServer(address, access)
      : webServer({ ...access, connections: openConnections() })
  // Names and numbers never return, also after a restart.
  const startedS = Math.floor(context.clock.now().getTime() / 1000)
  const stream = createPushedStream(startedS)
  let wake: () => void = () => undefined
  let dropped = 0
  let arrived = 0
  let isThere = false
  let waiting: TsSegment[] = []
  /** The playlist that the server does not have yet. */
  let playlist: string | null = null

  const segmenter = createTsSegmenter((segment) => {
    waiting.push(segment)
    if (waiting.length > MOST_WAITING) {
      // The one that is being sent stays.
      waiting.splice(1, 1)
      dropped += 1
      const next = waiting[1]
      if (next !== undefined) waiting[1] = { ...next, isNew: true }
    }
    wake()
  })

  /** Sends a segment, unless one was sent without its playlist, and then the playlist. @returns why the server did not take it */
  async function send(segment: TsSegment | undefined): Promise<LinkFault | null> {
    if (playlist === null && segment !== undefined) {
      const fault = await server.put(places.segment(stream.nextName()), segment.data, SEGMENT_TYPE)
      if (fault !== null) return fault
      playlist = stream.add(segment)
      waiting = waiting.filter((each) => each !== segment)
    }
    if (playlist === null) return null
    const fault = await server.put(places.playlist, Buffer.from(playlist), PLAYLIST_TYPE)
    if (fault !== null) return fault
    playlist = null
    arrived += 1
    for (const name of stream.takePast()) await server.remove(places.segment(name))
    return null
  }

  async function attempt(): Promise<LinkReason | LinkFault> {
    sink.connecting()
    try {
      for (;;) {
        const { promise: more, resolve } = Promise.withResolvers<null>()
        wake = () => resolve(null)
        const [segment] = waiting
        if (segment === undefined && playlist === null) {
          if ((await untilAborted(stop.signal, more)) === 'left') return 'left'
          continue
        }
        const fault = await send(segment)
        if (fault !== null) return fault
        isThere = true
      }
    } finally {
      isThere = false
    }
  }

  void keepTrying(stop.signal, attempt, sink.failing)
  return {
    push: (payload, atUs) => segmenter.push(payload, atUs),
    figures: () => ({
      rttMs: null,
      resent: 0,
      dropped,
      arrived,
      peers: isThere ? [new URL(address).host] : [],
      queueBytes: waiting.reduce((sum, { data }) => sum + data.length, 0),
      // Segments leave all at once, so the bytes of the input say more.
      sentBytes: null,
    }),
    close: () => stop.abort(),
  }
}

/** The segments that a server has of a stream. */
interface PushedStream {
  /** Name of the next segment. */
  nextName(): string
  /** Adds a segment that the server has. @returns the playlist */
  add(segment: TsSegment): string
  /** The files that nobody needs any more, once. */
  takePast(): string[]
}

function createPushedStream(startedS: number): PushedStream {
  let count = 0
  let discontinuities = 0
  let targetS = LEAST_TARGET_S
  let segments: PushedSegment[] = []
  let past: string[] = []
  const nextName = () => `${startedS.toString(36)}-${count}.ts`
  return {
    nextName,
    add({ durationS, isNew }) {
      segments.push({ name: nextName(), durationS, isNew })
      count += 1
      targetS = Math.max(targetS, Math.round(durationS))
      if (segments.at(-LISTED - 1)?.isNew === true) discontinuities += 1
      past.push(...segments.slice(0, -LISTED - KEPT).map(({ name }) => name))
      segments = segments.slice(-LISTED - KEPT)
      const listed = segments.slice(-LISTED)
      const firstNumber = startedS + count - listed.length
      return pushedPlaylist(listed, { firstNumber, discontinuities, targetS })
    },
    takePast() {
      const names = past
      past = []
      return names
    },
  }
}
