import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { recordEvents } from '../../../../platform/events/changes.ts'
import { vconnectConnects } from '../../ends/tables.ts'
import { vconnectLeases, vconnectLinks, vconnectStats } from '../../monitors/tables.ts'
import type { Vconnect } from '../../vconnect.ts'
import type { SourceReport } from '../backup/standby.ts'
import type { LinkReport } from '../connect-runner.ts'
import type { UsedMinutes } from './used-minutes.ts'

type Report = LinkReport<string, unknown>

/** The reports of an input and its connects. */
export interface RelayReport {
  readonly inputId: string
  readonly environmentId: string
  readonly fence: number
  /** The first is that of the input. */
  readonly links: readonly Report[]
}

const KEPT_S = 8 * 3600
const MINUTE_MS = 60_000

/** Stores what a relay reports, its events and its usage, unless another node has the input by now. */
export async function storeReport(
  { db, clock, usage, log }: Pick<Vconnect, 'db' | 'clock' | 'usage' | 'log'>,
  nodeId: string,
  relay: RelayReport,
  minutes: UsedMinutes,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [lease] = await tx
      .select({ fence: vconnectLeases.fence })
      .from(vconnectLeases)
      .where(and(eq(vconnectLeases.inputId, relay.inputId), eq(vconnectLeases.nodeId, nodeId)))
      .for('share')
    if (lease?.fence !== relay.fence) return
    const links = await existing(tx, relay)
    await usage.record(tx, minutes.add(relay, links, now))
    // What was carried is metered even if a state cannot be stored.
    await tx
      .transaction(async (inner) => {
        await storeStates(inner, relay, links, now)
        await storePoints(inner, relay, links, now)
      })
      .catch((err: unknown) =>
        log.warn({ err, inputId: relay.inputId }, 'the state of an input is not stored'),
      )
  })
}

/** Deletes figures after eight hours. */
export async function pruneStats({ db, clock }: Pick<Vconnect, 'db' | 'clock'>): Promise<void> {
  await db.delete(vconnectStats).where(lt(vconnectStats.minute, addSeconds(clock.now(), -KEPT_S)))
}

/** Leaves out connects that were deleted meanwhile. */
async function existing(tx: Transaction, { links, environmentId }: RelayReport): Promise<Report[]> {
  const [input, ...connects] = links
  const ids = connects.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({ id: vconnectConnects.id })
          .from(vconnectConnects)
          .where(and(eq(vconnectConnects.environmentId, environmentId), inArray(vconnectConnects.id, ids)))
  const known = new Set(rows.map(({ id }) => id))
  return [...(input === undefined ? [] : [input]), ...connects.filter(({ id }) => known.has(id))]
}

async function storeStates(
  tx: Transaction,
  { inputId, environmentId }: RelayReport,
  links: readonly Report[],
  now: Date,
): Promise<void> {
  const rows = await tx
    .select({
      id: vconnectLinks.id,
      state: vconnectLinks.state,
      stateAt: vconnectLinks.stateAt,
      receivedAt: vconnectLinks.receivedAt,
      source: vconnectLinks.source,
    })
    .from(vconnectLinks)
    .where(and(eq(vconnectLinks.inputId, inputId), eq(vconnectLinks.environmentId, environmentId)))
  const before = new Map(rows.map((row) => [row.id, row]))
  for (const { id, state, reason, detail, peer, nextTryAt, figures, source } of links) {
    const known = before.get(id)
    const values = {
      state,
      reason,
      detail,
      peer,
      nextTryAt,
      stateAt: known?.state === state ? known.stateAt : now,
      figures,
      source: source?.source ?? null,
      sourceAt: source?.at ?? null,
      sourceReason: source?.reason ?? null,
      delayMs: source?.delayMs ?? null,
      receivedAt: state === 'receiving' ? now : (known?.receivedAt ?? null),
      seenAt: now,
    } as Omit<typeof vconnectLinks.$inferInsert, 'id' | 'environmentId' | 'inputId'>
    await tx
      .insert(vconnectLinks)
      .values({ id, environmentId, inputId, ...values })
      .onConflictDoUpdate({ target: vconnectLinks.id, set: values })
  }
  const ids = links.map(({ id }) => id)
  const gone = rows.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  if (gone.length > 0)
    await tx
      .delete(vconnectLinks)
      .where(and(inArray(vconnectLinks.id, gone), eq(vconnectLinks.environmentId, environmentId)))
  const changed = links.filter(({ id, state }) => before.get(id)?.state !== state)
  const switched = links.filter(({ id, source }) =>
    isSwitched(before.get(id)?.source ?? null, source ?? undefined),
  )
  await recordEvents(
    tx,
    environmentId,
    [
      ...changed.flatMap(({ id, name, state, reason, detail, peer }) => {
        const type = eventOf(state)
        if (type === null) return []
        const object = { type: id === inputId ? 'vconnect_input' : 'vconnect_connect', id, name } as const
        return [{ object, event: { type, data: { name, reason, detail, peer } } }]
      }),
      ...switched.map(({ id, name, source }) => ({
        object: { type: 'vconnect_input', id, name } as const,
        event: {
          type: 'video.vconnect_input.switched' as const,
          data: { name, source: source?.source, reason: source?.reason },
        },
      })),
    ],
    now,
  )
}

/** Whether the connects of an input get another source than before. They begin with its own. */
function isSwitched(before: string | null, { source = 'own', reason }: Partial<SourceReport> = {}): boolean {
  return reason !== undefined && reason !== null && source !== (before ?? 'own')
}

/** The event of a state. Most states have none. */
function eventOf(state: string) {
  switch (state) {
    case 'receiving':
      return 'video.vconnect_input.receiving' as const
    case 'lost':
      return 'video.vconnect_input.lost' as const
    case 'sending':
      return 'video.vconnect_connect.sending' as const
    case 'failing':
      return 'video.vconnect_connect.failing' as const
    default:
      return null
  }
}

async function storePoints(
  tx: Transaction,
  { environmentId }: RelayReport,
  links: readonly Report[],
  now: Date,
): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const rows = links.flatMap(({ id, point }) => {
    if (point === null) return []
    const { kbps, unrecovered, recovered, rttMs } = point
    const s = Math.floor((now.getTime() - minute.getTime()) / 1000)
    const points = [
      { s, kbps, un: unrecovered, re: recovered, rtt: rttMs === null ? null : Math.round(rttMs) },
    ]
    return [{ linkId: id, minute, environmentId, points }]
  })
  if (rows.length === 0) return
  await tx
    .insert(vconnectStats)
    .values(rows)
    .onConflictDoUpdate({
      target: [vconnectStats.linkId, vconnectStats.minute],
      set: { points: sql`${vconnectStats.points} || excluded.points` },
    })
}
