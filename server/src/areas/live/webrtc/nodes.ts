import { and, desc, eq, gt } from 'drizzle-orm'
import * as z from 'zod'
import { addSeconds } from '../../../platform/clock.ts'
import type { Live } from '../live.ts'
import { findRunningSession } from '../sessions/sessions.ts'
import { NODE_SEEN_S } from '../streams/ingest-addresses.ts'
import type { KeyedStream } from '../streams/stream-keys.ts'
import { liveNodes } from '../streams/tables.ts'

type Store = Pick<Live, 'db' | 'clock'>

export interface RtcNode {
  readonly id: string
  readonly nodeUrl: string
}

/** Chooses the live node for a publisher: the one with its stream, or else the newest one with WebRTC. */
export async function nodeForPublisher(live: Store, stream: KeyedStream): Promise<RtcNode | null> {
  const running = await findRunningSession(live.db, stream)
  const nodes = await listRtcNodes(live)
  return nodes.find(({ nodeUrl }) => nodeUrl === running?.nodeUrl) ?? nodes[0] ?? null
}

/** URL of the running live node with this ID, or null. */
export async function nodeWithId(live: Store, id: string): Promise<string | null> {
  if (!z.uuid().safeParse(id).success) return null
  const [row] = await live.db
    .select({ nodeUrl: liveNodes.internalUrl })
    .from(liveNodes)
    .where(and(eq(liveNodes.id, id), isSeen(live)))
  return row?.nodeUrl ?? null
}

/** Running nodes with WebRTC, newest first. */
async function listRtcNodes(live: Store): Promise<RtcNode[]> {
  return live.db
    .select({ id: liveNodes.id, nodeUrl: liveNodes.internalUrl })
    .from(liveNodes)
    .where(and(eq(liveNodes.webrtc, true), isSeen(live)))
    .orderBy(desc(liveNodes.startedAt))
}

function isSeen({ clock }: Store) {
  return gt(liveNodes.seenAt, addSeconds(clock.now(), -NODE_SEEN_S))
}
