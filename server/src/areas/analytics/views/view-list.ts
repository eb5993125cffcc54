import type { analyticsCalls, QueryOf, ViewDetails, ViewErrors, ViewItem } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Analytics } from '../analytics.ts'
import type { ViewFacts } from '../deltas/deltas.ts'
import { notesOf } from '../metrics/notes.ts'
import { filtersOf, rowsOf, viewScope, withNames } from '../metrics/scope.ts'
import { whereOf } from '../metrics/statements.ts'
import { timeRangeOf } from '../metrics/time-range.ts'
import type { ViewScope } from '../metrics/view-scope.ts'
import { literal } from '../warehouse/literal.ts'
import { errorPartsOf } from './error-parts.ts'
import { requestsOfView } from './requests-of-view.ts'

const PAGE = 50
/** Initial time span for a page. It grows until the page is full. */
const LOOK_MS = 3_600_000
const LOOK_GROWS = 8
const MAX_EVENTS = 5000
const MAX_ERRORS = 50

type Facts = Omit<ViewFacts, 'session_id' | 'viewer_id' | 'custom_playback_id' | 'is_bot'>
export interface ViewRow extends Facts {
  readonly view_id: string
  readonly started_ms: number
  readonly started: number
  readonly error: string
  readonly startup: number | null
  readonly watch: number
  readonly rated: number
  readonly rebuffer_count: number
  readonly rebuffer: number
  readonly bits: number
  readonly seek_count: number
}

const facts = [
  'object_id',
  'kind',
  'country',
  'region',
  'city',
  'isp',
  'device_type',
  'device',
  'os',
  'browser',
  'programme',
  'partner',
  'page_host',
  'player_version',
] as const
/** Columns of a `ViewRow`. */
export const viewColumns = [
  'view_id, toUnixTimestamp64Milli(started_at) AS started_ms, sum(views.started_views) AS started',
  'max(views.error_code) AS error, max(views.startup_ms) AS startup, sum(views.watch_ms) AS watch',
  'sum(views.rated_ms) AS rated, sum(views.rebuffers) AS rebuffer_count, sum(views.rebuffer_ms) AS rebuffer',
  'sum(views.kbit) AS bits, sum(views.seeks) AS seek_count',
  ...facts.filter((name) => name !== 'object_id').map((name) => `toString(any(views.${name})) AS ${name}`),
  'toString(views.object_id) AS object_id',
].join(', ')
/** Groups the rows of `views` by view. */
export const viewGroups = 'GROUP BY views.object_id, started_at, view_id'

/** The views of a range, newest first. @throws problem warehouse-away, range-too-long, timezone-unknown */
export async function listViews(
  analytics: Analytics,
  callers: readonly Scope[],
  { errorCode, before, ...asked }: QueryOf<(typeof analyticsCalls)['listViews']>,
  size = PAGE,
): Promise<{ items: ViewItem[]; next: string | null }> {
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const last = before === undefined ? null : positionOf(before)
  const to = last === null ? range.to : new Date(Math.min(range.to.getTime(), last.startedMs + 1))
  const isOlder = last === null ? '' : `AND ${olderThan(last)}`
  const scope = await viewScope(analytics, callers, { ...range, to }, filtersOf(asked))
  const having =
    errorCode === undefined
      ? ''
      : `HAVING error = ${literal(errorCode, 'String')} AND sum(playback_failures) > 0`
  let rows: ViewRow[] = []
  for (let lookMs = LOOK_MS, isAll = false; !isAll && rows.length <= size; lookMs *= LOOK_GROWS) {
    const from = new Date(Math.max(range.from.getTime(), to.getTime() - lookMs))
    isAll = from <= range.from
    const look = { ...scope, range: { ...range, from, to } }
    rows = await rowsOf<ViewRow>(analytics, pageStatement(look, `${isOlder} ${viewGroups} ${having}`, size))
  }
  return pageOf(analytics, scope, rows, size)
}

/** Reads a page of the views of a scope, newest first. The range must have few views. @throws problem warehouse-away */
export async function readViews(
  analytics: Analytics,
  scope: ViewScope,
  before: string | null,
  size: number,
): Promise<{ items: ViewItem[]; next: string | null }> {
  const isOlder = before === null ? '' : `AND ${olderThan(positionOf(before))}`
  const rows = await rowsOf<ViewRow>(analytics, pageStatement(scope, `${isOlder} ${viewGroups}`, size))
  return pageOf(analytics, scope, rows, size)
}

/** Reads one extra row to know whether there is another page. */
function pageStatement(scope: ViewScope, rest: string, size: number): string {
  return `SELECT ${viewColumns} FROM views ${whereOf(scope)} ${rest} ORDER BY started_at DESC, view_id LIMIT ${size + 1}`
}

async function pageOf(
  analytics: Analytics,
  { environments }: ViewScope,
  rows: readonly ViewRow[],
  size: number,
): Promise<{ items: ViewItem[]; next: string | null }> {
  const shown = rows.slice(0, size)
  const end = shown.at(-1)
  return {
    items: await named(analytics, environments, shown.map(itemOf)),
    next: rows.length > size && end ? `${end.started_ms}-${end.view_id}` : null,
  }
}

/** Parses the cursor: start time and ID of the last view of a page. Many views can start in the same millisecond. */
function positionOf(before: string): { startedMs: number; id: string } {
  const at = before.indexOf('-')
  return { startedMs: Number(before.slice(0, at)), id: before.slice(at + 1) }
}

function olderThan({ startedMs, id }: ReturnType<typeof positionOf>): string {
  const at = literal(new Date(startedMs), `DateTime64(3, 'UTC')`)
  return `(started_at < ${at} OR (started_at = ${at} AND view_id > ${literal(id, 'UUID')}))`
}

/** @throws problem not-found, warehouse-away */
export async function getView(
  analytics: Analytics,
  caller: Scope,
  id: string,
  at: string | undefined,
): Promise<ViewDetails> {
  const around = at === undefined ? null : new Date(at).getTime()
  const DAY_MS = 86_400_000
  const range = {
    from: new Date(around === null ? 0 : around - DAY_MS),
    to: new Date((around ?? analytics.clock.now().getTime()) + DAY_MS),
    interval: 'day' as const,
    timezone: 'UTC',
  }
  const scope = await viewScope(analytics, [caller], range, {})
  const isIt = `view_id = ${literal(id, 'UUID')}`
  const [row] = await rowsOf<ViewRow>(
    analytics,
    `SELECT ${viewColumns} FROM views ${whereOf(scope)} AND ${isIt} ${viewGroups} LIMIT 1`,
  )
  if (row === undefined) throw problem('not-found')
  const events = await rowsOf<EventRow>(
    analytics,
    `SELECT seq, any(type) AS type, toUnixTimestamp64Milli(any(at)) AS at_ms, any(elapsed_ms) AS elapsed,
        any(position_s) AS position, any(watch_ms) AS watch, any(rebuffer_ms) AS rebuffer, any(value) AS value,
        any(error_code) AS error
      FROM view_events
      WHERE environment_id = ${literal(caller.environmentId, 'UUID')} AND ${isIt}
      GROUP BY seq ORDER BY seq LIMIT ${MAX_EVENTS}`,
  )
  const requests = await requestsOfView(analytics, caller.environmentId, id)
  const [item] = await named(analytics, [caller], [itemOf(row)])
  if (item === undefined) throw problem('not-found')
  return { ...item, seeks: row.seek_count, requests, events: events.map(eventOf) }
}

/** Errors that ended views. @throws problem warehouse-away, range-too-long, timezone-unknown */
export async function getViewErrors(
  analytics: Analytics,
  callers: readonly Scope[],
  asked: QueryOf<(typeof analyticsCalls)['getViewErrors']>,
): Promise<ViewErrors> {
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const scope = await viewScope(analytics, callers, range, filtersOf(asked))
  const where = whereOf(scope)
  const [rows, [all]] = await Promise.all([
    rowsOf<Record<'failures' | 'startup' | 'viewers' | 'last_ms', number> & { code: string }>(
      analytics,
      `SELECT error_code AS code, sum(playback_failures) AS failures, sum(startup_failures) AS startup,
          uniqExact(viewer_id) AS viewers, toUnixTimestamp64Milli(max(started_at)) AS last_ms
        FROM views ${where} AND error_code != '' GROUP BY code HAVING failures > 0
        ORDER BY failures DESC, code LIMIT ${MAX_ERRORS}`,
    ),
    rowsOf<{ counted: number }>(analytics, `SELECT sum(views.views) AS counted FROM views ${where}`),
  ])
  const partsOf = await errorPartsOf(analytics, scope, asked)
  const items = rows.map(({ code, failures, startup, viewers, last_ms }) => ({
    code,
    failures,
    startupFailures: startup,
    viewers,
    ...partsOf(code),
    share: failures / Math.max(1, all?.counted ?? 0),
    lastAt: new Date(last_ms).toISOString(),
  }))
  return { items, ...notesOf(asked, ['playback-failures'], ['interval', 'splitBy']) }
}

interface EventRow {
  readonly seq: number
  readonly type: ViewDetails['events'][number]['type']
  readonly at_ms: number
  readonly elapsed: number
  readonly position: number
  readonly watch: number
  readonly rebuffer: number
  readonly value: number | null
  readonly error: string
}

function eventOf(row: EventRow): ViewDetails['events'][number] {
  const { seq, type, at_ms, elapsed, position, watch, rebuffer, value, error } = row
  return {
    seq,
    type,
    at: new Date(at_ms).toISOString(),
    elapsed: elapsed / 1000,
    position,
    value,
    watchTime: watch / 1000,
    rebufferTime: rebuffer / 1000,
    errorCode: error || null,
  }
}

export function itemOf(row: ViewRow): Omit<ViewItem, 'name'> {
  const { country, city, isp, os, browser, programme, partner } = row
  return {
    id: row.view_id,
    startedAt: new Date(row.started_ms).toISOString(),
    contentId: row.object_id,
    category: row.kind,
    country,
    state: row.region,
    city,
    isp,
    deviceType: row.device_type,
    deviceName: row.device,
    os,
    browser,
    programme,
    partner,
    pageHost: row.page_host,
    playerVersion: row.player_version,
    hasStarted: row.started > 0,
    errorCode: row.error || null,
    startupMs: row.startup,
    watchTime: row.watch / 1000,
    rebuffers: row.rebuffer_count,
    rebufferTime: row.rebuffer / 1000,
    averageKbps: row.rated > 0 && row.bits > 0 ? Math.round((1000 * row.bits) / row.rated) : null,
  }
}

/** Adds the names of the videos and live streams. */
export async function named(
  analytics: Analytics,
  environments: Parameters<typeof withNames>[1],
  items: readonly Omit<ViewItem, 'name'>[],
): Promise<ViewItem[]> {
  const keyed = items.map((item) => ({ ...item, key: item.contentId }))
  const found = await withNames(analytics, environments, 'contentId', keyed)
  return found.map(({ key: _, name, ...item }) => ({ ...item, name: name ?? null }))
}
