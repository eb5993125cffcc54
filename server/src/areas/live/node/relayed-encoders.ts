import type { ServerResponse } from 'node:http'
import type { LiveSink } from '@kinora/media'
import { and, eq, inArray } from 'drizzle-orm'
import type { Attempts } from '../../../platform/transport/attempts.ts'
import { CODEC_NAMES } from '../ingest/accepted-codecs.ts'
import type { PublishDecision, Publisher } from '../ingest/publisher.ts'
import type { Live } from '../live.ts'
import { findRelayKey, type RelayRef, setRelayNode } from '../relay-keys/relay-keys.ts'
import { liveRelayKeys } from '../relay-keys/tables.ts'
import { createMediaTap, type MediaTap } from './media-tap.ts'
import { limitEncoder } from './session/encoder-sink.ts'

/** Encoders that publish with a key of another area, which reads their media from this node. */
export interface RelayedEncoders {
  publish(publisher: Publisher): Promise<PublishDecision>
  /** Sends the media of an encoder to a response. False if this node does not have it. */
  open(id: string, response: ServerResponse): boolean
  /** Disconnects encoders whose key may no longer publish. */
  check(): Promise<void>
  close(): Promise<void>
}

interface Connected {
  readonly relay: RelayRef
  readonly publisher: Publisher
  readonly tap: MediaTap
}

/** Time without media after which another connection may replace an encoder. */
const SILENT_MS = 2000

export function relayEncoders(
  { db, log, config }: Pick<Live, 'db' | 'log' | 'config'>,
  attempts: Attempts,
  nodeUrl: () => string,
): RelayedEncoders {
  const connected = new Map<string, Connected>()

  function left(own: Connected): void {
    own.tap.end()
    if (connected.get(own.relay.id) !== own) return
    connected.delete(own.relay.id)
    void store(own.relay, null)
  }

  async function store(relay: RelayRef, url: string | null): Promise<void> {
    await setRelayNode(db, relay, url).catch((err: unknown) =>
      log.warn({ err }, 'the node of an encoder is not stored'),
    )
  }

  function disconnect(own: Connected, reason: 'already-publishing' | 'key-revoked' | 'stopped'): void {
    own.publisher.close(reason)
    left(own)
  }

  return {
    async publish(publisher) {
      const { address, streamKey } = publisher.request
      const checked = await attempts.check(address, streamKey, () => findRelayKey(db, streamKey))
      if (!checked.isRight)
        return { isAccepted: false, reason: checked.isBlocked ? 'too-many-attempts' : 'unknown-key' }
      const { id, environmentId } = checked.found
      const before = connected.get(id)
      if (before !== undefined && (before.publisher.silentForMs?.() ?? 0) < SILENT_MS)
        return { isAccepted: false, reason: 'already-publishing' }
      if (before !== undefined) disconnect(before, 'already-publishing')
      const own: Connected = { relay: { id, environmentId }, publisher, tap: createMediaTap() }
      connected.set(id, own)
      await store(own.relay, nodeUrl())
      const sink = limitEncoder(
        sinkOf(own.tap),
        {
          isConnected: () => connected.get(id) === own,
          refuse({ reason }) {
            publisher.close(reason)
            left(own)
          },
          hasNoPicture: () => undefined,
          left: () => left(own),
        },
        config.LIVE_MAX_KBPS,
        () => undefined,
      )
      return {
        isAccepted: true,
        sink: {
          ...sink,
          track(track) {
            if (track.codec === 'av1' || track.codec === 'opus')
              sink.refuse({ reason: 'codec-not-supported', detail: CODEC_NAMES[track.codec] })
            else sink.track(track)
          },
        },
      }
    },
    open(id, response) {
      const own = connected.get(id)
      own?.tap.open(response)
      return own !== undefined
    },
    async check() {
      if (connected.size === 0) return
      const { id, enabled } = liveRelayKeys
      const rows = await db
        .select({ id })
        .from(liveRelayKeys)
        .where(and(inArray(id, [...connected.keys()]), eq(enabled, true)))
      const allowed = new Set(rows.map((row) => row.id))
      for (const own of connected.values()) if (!allowed.has(own.relay.id)) disconnect(own, 'key-revoked')
    },
    async close() {
      const all = [...connected.values()]
      connected.clear()
      for (const { publisher, tap } of all) {
        publisher.close('stopped')
        tap.end()
      }
      await Promise.all(all.map(({ relay }) => store(relay, null)))
    },
  }
}

function sinkOf({ track, packet }: MediaTap): LiveSink {
  return { track, packet, cue: () => undefined, end: () => undefined }
}
