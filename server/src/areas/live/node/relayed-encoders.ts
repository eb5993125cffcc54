import type { ServerResponse } from 'node:http'
import type { LiveSink } from '@kinora/media'
import { and, eq, inArray } from 'drizzle-orm'
import type { Attempts } from '../../../platform/transport/attempts.ts'
import { CODEC_NAMES } from '../ingest/accepted-codecs.ts'
import type { PublishDecision, Publisher } from '../ingest/publisher.ts'
import type { Live } from '../live.ts'
import { clearRelayNode, findRelayKey, type RelayRef, setRelayNode } from '../relay-keys/relay-keys.ts'
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
  /** Whether others can find it. */
  isStored: boolean
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
    void clear(own)
  }

  const warn = (err: unknown) => log.warn({ err }, 'the node of an encoder is not stored')

  async function store(own: Connected): Promise<void> {
    own.isStored = await setRelayNode(db, own.relay, nodeUrl()).then(
      () => true,
      (err: unknown) => {
        warn(err)
        return false
      },
    )
  }

  async function clear({ relay }: Connected): Promise<void> {
    await clearRelayNode(db, relay, nodeUrl()).catch(warn)
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
      const own: Connected = {
        relay: { id, environmentId },
        publisher,
        tap: createMediaTap(),
        isStored: false,
      }
      connected.set(id, own)
      if (before !== undefined) disconnect(before, 'already-publishing')
      await store(own)
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
      const { id, enabled, nodeUrl: node } = liveRelayKeys
      const rows = await db
        .select({ id, node })
        .from(liveRelayKeys)
        .where(and(inArray(id, [...connected.keys()]), eq(enabled, true)))
      const allowed = new Map(rows.map((row) => [row.id, row]))
      for (const own of connected.values()) {
        const row = allowed.get(own.relay.id)
        if (row === undefined) disconnect(own, 'key-revoked')
        // A connection that ended at the same time may have been stored last.
        else if (!own.isStored || row.node === null) await store(own)
      }
    },
    async close() {
      const all = [...connected.values()]
      connected.clear()
      for (const { publisher, tap } of all) {
        publisher.close('stopped')
        tap.end()
      }
      await Promise.all(all.map(clear))
    },
  }
}

function sinkOf({ track, packet }: MediaTap): LiveSink {
  return { track, packet, cue: () => undefined, end: () => undefined }
}
