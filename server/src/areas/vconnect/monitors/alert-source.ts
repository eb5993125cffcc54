import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { AlertSource, MetricQuery, MetricSample } from '../../../platform/alerts/alert-sources.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { connectName } from '../ends/changes.ts'
import { vconnectConnects, vconnectDestinations, vconnectInputs } from '../ends/tables.ts'
import type { Vconnect } from '../vconnect.ts'
import { STALE_MS } from './link-view.ts'
import { type LinkRow, vconnectLinks, vconnectStats } from './tables.ts'

const STEP_S = 5
const MINUTE_S = 60

/** Metrics of inputs and connects that are not paused. Those of inputs that never received a stream are 0. */
export function vconnectAlertSource({ db }: Pick<Vconnect, 'db'>): AlertSource {
  return {
    name: 'vconnect',
    stepS: STEP_S,
    hasHistory: false,
    metrics: {
      'vconnect.lost': { absent: 'gone' },
      'vconnect.silent': { absent: 'gone' },
      'vconnect.unrecovered': { absent: 'gone' },
      'vconnect.disconnected': { absent: 'gone' },
    },
    readyUntil: async (now) => now,
    async sample(query) {
      const isOfConnects = query.metrics.includes('vconnect.disconnected')
      const isOfInputs = query.metrics.some((metric) => metric !== 'vconnect.disconnected')
      return [
        ...(isOfInputs ? await sampleInputs(db, query) : []),
        ...(isOfConnects ? await sampleConnects(db, query) : []),
      ]
    },
    names: (environmentId, ids) => namesOf(db, environmentId, ids),
  }
}

async function sampleInputs(
  db: Vconnect['db'],
  { environmentIds, filters: { objectIds }, windowS, to }: MetricQuery,
): Promise<MetricSample[]> {
  const { id, environmentId, enabled } = vconnectInputs
  const rows = await db
    .select({ id, environmentId, link: vconnectLinks })
    .from(vconnectInputs)
    .leftJoin(vconnectLinks, and(eq(vconnectLinks.id, id), eq(vconnectLinks.environmentId, environmentId)))
    .where(
      and(
        inArray(environmentId, [...environmentIds]),
        eq(enabled, true),
        objectIds.length === 0 ? undefined : inArray(id, [...objectIds]),
      ),
    )
  const lost = await unrecoveredOf(
    db,
    environmentIds,
    rows.map((row) => row.id),
    addSeconds(to, -windowS),
    to,
  )
  return rows.map((row) => ({
    environmentId: row.environmentId,
    key: row.id,
    atMs: to.getTime(),
    values: {
      'vconnect.lost': orphanedS(row.link, to) || (isSilent(row.link) ? 0 : missedS(row.link, to)),
      'vconnect.silent': isSilent(row.link) ? missedS(row.link, to) : 0,
      'vconnect.unrecovered': lost.get(row.id) ?? 0,
    },
  }))
}

async function sampleConnects(
  db: Vconnect['db'],
  { environmentIds, filters: { objectIds }, to }: MetricQuery,
): Promise<MetricSample[]> {
  const { id, environmentId, inputId, enabled } = vconnectConnects
  const rows = await db
    .select({ id, environmentId, inputId, mode: vconnectDestinations.mode })
    .from(vconnectConnects)
    .innerJoin(vconnectInputs, eq(vconnectInputs.id, inputId))
    .innerJoin(vconnectDestinations, eq(vconnectDestinations.id, vconnectConnects.destinationId))
    .where(
      and(
        inArray(environmentId, [...environmentIds]),
        eq(enabled, true),
        eq(vconnectInputs.enabled, true),
        objectIds.length === 0 ? undefined : inArray(id, [...objectIds]),
      ),
    )
  const ids = [...new Set(rows.flatMap((row) => [row.id, row.inputId]))]
  const links = await db
    .select()
    .from(vconnectLinks)
    .where(and(inArray(vconnectLinks.id, ids), inArray(vconnectLinks.environmentId, [...environmentIds])))
  const linkOf = new Map(links.map((link) => [link.id, link]))
  return rows.map((row) => {
    const input = linkOf.get(row.inputId)
    const isFed = input?.state === 'receiving'
    const since = secondsOf(
      linkOf.get(row.id) ?? null,
      to,
      // A destination that waits for callers may have none.
      ({ state }) => state === 'failing' || (state === 'connecting' && row.mode !== 'listener'),
    )
    // Without a stream there is nothing to send, and that is a fault of the input.
    const fedS = isFed ? secondsBetween(input.stateAt, to) : 0
    return {
      environmentId: row.environmentId,
      key: row.id,
      atMs: to.getTime(),
      values: { 'vconnect.disconnected': Math.min(since, fedS) },
    }
  })
}

/** For how long a link has been in a state. 0 if it is in another one. */
function secondsOf(link: LinkRow | null, now: Date, isState: (link: LinkRow) => boolean): number {
  return link !== null && isState(link) ? secondsBetween(link.stateAt, now) : 0
}

function isSilent(link: LinkRow | null): boolean {
  return link?.state === 'lost' && link.reason === 'silent'
}

/** For how long an input has not received its stream, also if another node waits for it since. 0 before its first stream. */
function missedS(link: LinkRow | null, now: Date): number {
  if (link === null || link.state === 'receiving') return 0
  const since = link.receivedAt ?? (link.state === 'lost' ? link.stateAt : null)
  return since === null ? 0 : secondsBetween(since, now)
}

/** For how long an input that received a stream has no node. */
function orphanedS(link: LinkRow | null, now: Date): number {
  const isOrphan = link?.state === 'receiving' && now.getTime() - link.seenAt.getTime() > STALE_MS
  return isOrphan ? secondsBetween(link.seenAt, now) : 0
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
}

/** Packets of inputs that never came, between two times. */
async function unrecoveredOf(
  db: Vconnect['db'],
  environmentIds: readonly string[],
  ids: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const second = sql`extract(epoch FROM ${vconnectStats.minute}) + (point ->> 's')::int`
  const rows = await db
    .select({ id: vconnectStats.linkId, count: sql<string>`sum((point ->> 'un')::int)` })
    .from(vconnectStats)
    .innerJoin(sql`LATERAL jsonb_array_elements(${vconnectStats.points}) AS point`, sql`true`)
    .where(
      and(
        inArray(vconnectStats.linkId, [...ids]),
        inArray(vconnectStats.environmentId, [...environmentIds]),
        gt(vconnectStats.minute, addSeconds(from, -MINUTE_S)),
        lte(vconnectStats.minute, to),
        sql`${second} > ${from.getTime() / 1000} AND ${second} <= ${to.getTime() / 1000}`,
      ),
    )
    .groupBy(vconnectStats.linkId)
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** Names of inputs, and of connects by both ends. */
async function namesOf(
  db: Vconnect['db'],
  environmentId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const inputs = await db
    .select({ id: vconnectInputs.id, name: vconnectInputs.name })
    .from(vconnectInputs)
    .where(and(eq(vconnectInputs.environmentId, environmentId), inArray(vconnectInputs.id, [...ids])))
  const connects = await db
    .select({
      id: vconnectConnects.id,
      inputName: vconnectInputs.name,
      destinationName: vconnectDestinations.name,
    })
    .from(vconnectConnects)
    .innerJoin(vconnectInputs, eq(vconnectInputs.id, vconnectConnects.inputId))
    .innerJoin(vconnectDestinations, eq(vconnectDestinations.id, vconnectConnects.destinationId))
    .where(and(eq(vconnectConnects.environmentId, environmentId), inArray(vconnectConnects.id, [...ids])))
  return new Map([
    ...inputs.map(({ id, name }) => [id, name] as const),
    ...connects.map((connect) => [connect.id, connectName(connect)] as const),
  ])
}
