import {
  type DisplayStatus,
  type LivestreamSort,
  type LivestreamStatus,
  type LivestreamSummary,
  livestreamLimits,
} from '@kinora/contract'
import { and, arrayContains, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import type { Live } from '../live.ts'
import { displayStatusOf, livestreamViews } from './livestream-view.ts'
import { liveStreams } from './tables.ts'

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
  readonly record?: boolean | undefined
  readonly group?: string | undefined
  readonly status?: readonly LivestreamStatus[] | undefined
  readonly displayStatus?: DisplayStatus | undefined
  readonly tag?: readonly string[] | undefined
  readonly sort: LivestreamSort
}

/** A page of the environment's streams. */
export async function listLivestreams(
  live: Pick<Live, 'db' | 'clock' | 'config' | 'playbackKey'>,
  environmentId: string,
  query: ListQuery,
  origin: string,
) {
  const where = and(eq(liveStreams.environmentId, environmentId), ...conditions(query))
  return loadPage(query, {
    select: live.db
      .select()
      .from(liveStreams)
      .where(where)
      .orderBy(...orderBy[query.sort]),
    total: live.db.$count(liveStreams, where),
    view: (rows) => livestreamViews(live, rows, origin),
  })
}

/** A page of the names of the environment's streams: those with a session first, then by name. */
export async function listStreamNames(
  db: Queryable,
  environmentId: string,
  { phrase, ...page }: PageQuery & { readonly phrase?: string | undefined },
) {
  const { id, status, started } = liveStreams
  const where = and(
    eq(liveStreams.environmentId, environmentId),
    matchesPhrase(liveStreams.searchText, phrase),
  )
  return loadPage(page, {
    select: db
      .select({ id, name: liveStreams.name, status, started })
      .from(liveStreams)
      .where(where)
      .orderBy(sql`${liveStreams.activeSince} IS NULL`, asc(name), asc(id)),
    total: db.$count(liveStreams, where),
    view: async (rows) => [...rows],
  })
}

/** Counts the environment's streams, and lists their groups. */
export async function summarizeLivestreams(db: Queryable, environmentId: string): Promise<LivestreamSummary> {
  const { status, started, group } = liveStreams
  const [counted, groups] = await Promise.all([
    db
      .select({ status, started, number: count() })
      .from(liveStreams)
      .where(eq(liveStreams.environmentId, environmentId))
      .groupBy(status, started),
    db
      .selectDistinct({ group })
      .from(liveStreams)
      .where(and(eq(liveStreams.environmentId, environmentId), isNotNull(group)))
      .orderBy(asc(group))
      .limit(livestreamLimits.groups),
  ])
  const total = (which: readonly { readonly number: number }[]) =>
    which.reduce((sum, { number }) => sum + number, 0)
  const shown = (display: DisplayStatus) => total(counted.filter((each) => displayStatusOf(each) === display))
  return {
    total: total(counted),
    live: shown('Live'),
    active: shown('Active'),
    offline: shown('Offline'),
    groups: groups.flatMap(({ group: name }) => name ?? []),
  }
}

function conditions({ phrase, record, group, status, displayStatus, tag }: ListQuery): (SQL | undefined)[] {
  return [
    matchesPhrase(liveStreams.searchText, phrase),
    record === undefined ? undefined : eq(liveStreams.record, record),
    group === undefined ? undefined : eq(liveStreams.group, group),
    status?.length ? inArray(liveStreams.status, [...status]) : undefined,
    displayStatus && isShownAs(displayStatus),
    tag?.length ? arrayContains(liveStreams.tags, [...tag]) : undefined,
  ]
}

/** Condition for a display status. Must match `displayStatusOf`. */
function isShownAs(displayStatus: DisplayStatus): SQL {
  const isLive = sql`${liveStreams.status} IN ('active', 'reconnecting')`
  const isWaiting = sql`(${liveStreams.started} AND ${liveStreams.status} NOT IN ('active', 'reconnecting', 'disabled'))`
  switch (displayStatus) {
    case 'Live':
      return isLive
    case 'Active':
      return isWaiting
    case 'Offline':
      return sql`NOT ${isLive} AND NOT ${isWaiting}`
  }
}

const name = sortName(liveStreams.name)
const orderBy: Readonly<Record<LivestreamSort, SQL[]>> = {
  createdAt: [asc(liveStreams.createdAt), desc(liveStreams.id)],
  '-createdAt': [desc(liveStreams.createdAt), asc(liveStreams.id)],
  name: [asc(name), asc(liveStreams.id)],
  '-name': [desc(name), desc(liveStreams.id)],
  activeSince: onAirBy(sql`${liveStreams.activeSince} ASC NULLS LAST`),
  '-activeSince': onAirBy(sql`${liveStreams.activeSince} DESC NULLS LAST`),
}

function onAirBy(order: SQL): SQL[] {
  return [order, desc(liveStreams.createdAt), asc(liveStreams.id)]
}
