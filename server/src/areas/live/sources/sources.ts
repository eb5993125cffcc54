import { setTimeout as pause } from 'node:timers/promises'
import type { LivestreamSource, MonitorEventType } from '@kinora/contract'
import type { LiveSink } from '@kinora/media'
import { and, eq, ne, sql } from 'drizzle-orm'
import { hideSecrets } from '../../../platform/net/address-secrets.ts'
import {
  type PublishDecision,
  type Publisher,
  type PublishRefusal,
  TOO_MANY_STREAMS,
  WALLET_EMPTY,
} from '../ingest/publisher.ts'
import type { Live } from '../live.ts'
import { addMonitorEvent } from '../monitoring/health-store.ts'
import { urlOf } from '../streams/source-secrets.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { liveStreams } from '../streams/tables.ts'
import { playFile } from './file.ts'
import { lateSink } from './late-sink.ts'
import { playUrl } from './pull.ts'
import { SOURCE_FAULTS, SourceFailure } from './source-failure.ts'

/** Reads the sources of streams with source type `pull` or `file`. */
export interface Sources {
  /** Starts and stops sources according to the rows of streams. Call after changes and every 2 s. */
  refresh(): Promise<void>
  close(): void
}

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
/** Running time after which the next pause is the shortest again. */
const STEADY_MS = 30_000
/** Limit of sources per process. */
const MAX_SOURCES = 200

interface Running {
  /** Compared to detect a changed source, which is restarted. */
  readonly identity: string
  readonly stop: AbortController
}

interface Session {
  publish(publisher: Publisher, stream: StreamRow, keyId: null): Promise<PublishDecision>
}

/** @param sessionOf the session of a stream on this node; null if another node has it */
export function openSources(
  live: Live,
  cwd: string,
  sessionOf: (stream: StreamRow) => Promise<Session | null>,
): Sources {
  const { db, clock, log } = live
  const running = new Map<string, Running>()

  function addEvent(stream: StreamRow, type: MonitorEventType, detail: string): void {
    addMonitorEvent(db, stream, clock.now(), type, detail).catch((err: unknown) =>
      log.warn({ err }, 'an event of a source is not stored'),
    )
  }

  /** Plays the source until the signal aborts. Pauses between attempts grow while it fails. */
  async function run(stream: StreamRow, signal: AbortSignal): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    let lastReason = ''
    while (!signal.aborted) {
      const startedMs = performance.now()
      const reason = await play(stream, signal)
      if (signal.aborted) return
      if (performance.now() - startedMs > STEADY_MS) {
        pauseMs = FIRST_PAUSE_MS
        lastReason = ''
      }
      if (reason !== lastReason) {
        log.warn({ streamId: stream.id, reason }, 'the source of a live stream failed')
        addEvent(stream, 'source-failed', reason)
      }
      lastReason = reason
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)
    }
  }

  /** Plays the source once. Returns why it ended. */
  async function play(stream: StreamRow, signal: AbortSignal): Promise<string> {
    const own = new AbortController()
    let reason = 'The source ended.'
    const publisher: Publisher = {
      request: { protocol: 'pull', streamKey: '', address: '', encoder: nameOf(stream.source) },
      close(why) {
        const isOfSource = why === 'codec-not-supported' || why === 'nal-lengths-not-supported'
        reason = isOfSource ? SOURCE_FAULTS[why] : `The live node stopped it: ${why}.`
        own.abort()
      },
    }
    const noPicture = (detail: string) => addEvent(stream, 'no-picture', detail)
    const sink = lateSink(noPicture, async () => {
      const session = await sessionOf(stream)
      const decision = await session?.publish(publisher, stream, null)
      if (decision?.isAccepted) return decision.sink
      reason = refusalText(decision?.reason)
      own.abort()
      return null
    })
    const both = AbortSignal.any([signal, own.signal])
    try {
      await playSource(stream, sink, both)
    } catch (error) {
      if (error instanceof SourceFailure) reason = error.message
      else if (!both.aborted) {
        log.error({ err: error, streamId: stream.id }, 'reading the source of a live stream failed')
        reason = 'The source cannot be read.'
      }
    } finally {
      sink.end()
    }
    return reason
  }

  function playSource(stream: StreamRow, sink: LiveSink, signal: AbortSignal) {
    const { source, environmentId } = stream
    if (source.type === 'file') return playFile(live, environmentId, source.contentId, { sink, cwd, signal })
    const { ffmpeg, config, secrets } = live
    const url = urlOf(secrets, stream)
    if (url === null) return Promise.resolve()
    return playUrl(url, { sink, cwd, signal, ffmpeg, log, allowed: config })
  }

  return {
    async refresh() {
      const isOther = sql`${liveStreams.source} ->> 'type' <> 'push'`
      const wanted = await db
        .select()
        .from(liveStreams)
        .where(and(isOther, eq(liveStreams.started, true), ne(liveStreams.status, 'disabled')))
        .limit(MAX_SOURCES)
      const identities = new Map(wanted.map((stream) => [stream.id, identityOf(stream)]))
      for (const [id, { identity, stop }] of running) {
        if (identities.get(id) === identity) continue
        running.delete(id)
        stop.abort()
      }
      for (const stream of wanted) {
        if (running.has(stream.id)) continue
        const stop = new AbortController()
        running.set(stream.id, { identity: identityOf(stream), stop })
        run(stream, stop.signal).catch((err: unknown) =>
          log.error({ err }, 'a source of a live stream failed'),
        )
      }
    },
    close() {
      for (const { stop } of running.values()) stop.abort()
      running.clear()
    },
  }
}

/** @param reason undefined if this node does not have the stream */
function refusalText(reason: PublishRefusal | undefined): string {
  if (reason === undefined) return 'Another live node has the stream.'
  if (reason === 'wallet-empty') return WALLET_EMPTY
  return reason === 'too-many-streams' ? TOO_MANY_STREAMS : `Refused: ${reason}.`
}

function identityOf({ source, sourceUrlEncrypted }: StreamRow): string {
  return JSON.stringify([source, sourceUrlEncrypted])
}

/** Name of the source, shown in place of the name of an encoder. */
function nameOf(source: LivestreamSource): string {
  if (source.type === 'pull') return hideSecrets(source.url).replace(/[?#].*$/s, '')
  return source.type === 'file' ? source.contentId : ''
}
