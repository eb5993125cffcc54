import {
  activityCalls,
  allCalls,
  type Call,
  type Log,
  type LogLine,
  logMethods,
  type RecordVolume,
  statusClasses,
} from '@kinora/contract'
import { and, type SQL, sql } from 'drizzle-orm'
import { type Actor, can, type OrganizationScope, type Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Activity } from '../activity.ts'
import { visibleRequests } from '../object-limits.ts'
import {
  array,
  cursorOf,
  likePattern,
  type Page,
  type Position,
  parseCursor,
  type Reading,
  readPage,
  spanOf,
} from '../pages.ts'
import { countRecords } from '../record-volume.ts'
import { requestLogs } from '../tables.ts'
import { coversOrganization, type Reach, visibleScopes } from '../visibility.ts'

const { right } = activityCalls.listLogs

export interface LogFilters extends Reach {
  readonly phrase?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly objectId?: string | undefined
  readonly contentId?: string | undefined
  readonly method?: readonly LogLine['method'][] | undefined
  readonly status?: readonly (typeof statusClasses)[number][] | undefined
}

export async function listLogs(
  activity: Activity,
  actor: Actor,
  scope: Scope,
  query: LogFilters & { cursor?: string | undefined; pageSize: number },
): Promise<{ items: LogLine[]; nextCursor: string | null }> {
  const after = parseCursor(query.cursor)
  const read = await logReader(activity, actor, scope, query)
  const { items, next } = await read(after, query.pageSize)
  return { items: items.map(lineOf), nextCursor: cursorOf(next) }
}

/** One logged request. Its bodies are included if the actor could make the request.
 * @throws problem not-found, also for logs of other environments and those older than the retention time */
export async function getLog(activity: Activity, actor: Actor, scope: Scope, id: string): Promise<Log> {
  const organization = await organizationLogScope(activity, actor, scope)
  const scopeIds = [scope.environmentId, ...(organization ? [organization.organizationId] : [])]
  const { items } = await readPage<RecordRow & BodiesRow>(activity.db, {
    table: sql`${requestLogs}`,
    columns: sql`${recordColumns}, record.request_body, record.response_body`,
    runs: sql`(VALUES (${id}::uuid)) AS run (id)`,
    runCount: 1,
    runCondition: sql`record.id = run.id AND record.scope_id = ANY (${array(scopeIds, 'uuid')})`,
    filter: visibleRequests(activity.limits, [scope]) ?? null,
    ...spanOf(activity.clock.now(), undefined, undefined),
    after: null,
    pageSize: 1,
  })
  const [row] = items
  if (row === undefined) throw problem('not-found')
  const rowScope = row.scope_id === scope.environmentId ? scope : organization
  const bodies =
    rowScope !== null && canCall(rowScope, row.method, row.url) && canSeeBodies(scope, row)
      ? { requestBody: row.request_body, responseBody: row.response_body }
      : { requestBody: null, responseBody: null }
  return { ...recordOf(row, scope), ...bodies }
}

/** Bodies can show hidden videos: those of lists, or the clips of a visible one. */
function canSeeBodies({ filter }: Scope, { actor_id: actorId }: RecordRow): boolean {
  return filter === null || actorId === filter.userId
}

/** A log without bodies. */
export type LogRecord = Omit<Log, 'requestBody' | 'responseBody'>

/** Returns a function that reads pages of the matching logs that the actor may see. */
export async function logReader(
  activity: Activity,
  actor: Actor,
  scope: Scope,
  filters: LogFilters,
): Promise<(after: Position | null, pageSize: number) => Promise<Page<LogRecord>>> {
  const { scopes, scopeIds } = await logScopes(activity, actor, scope, filters)
  const reading = {
    table: sql`${requestLogs}`,
    columns: recordColumns,
    ...runsOf(scopeIds, filters, visibleRequests(activity.limits, scopes)),
    ...spanOf(activity.clock.now(), filters.from, filters.to),
  }
  return async (after, pageSize) => {
    const { items, next } = await readPage<RecordRow>(activity.db, { ...reading, after, pageSize })
    return { items: items.map((row) => recordOf(row, scope)), next }
  }
}

/** The number of requests in each part of the time span. */
export async function getLogVolume(
  activity: Activity,
  actor: Actor,
  scope: Scope,
  filters: LogFilters,
): Promise<RecordVolume> {
  const now = activity.clock.now()
  const { scopes, scopeIds } = await logScopes(activity, actor, scope, filters)
  const isVisible = visibleRequests(activity.limits, scopes)
  const { phrase = '', objectId, contentId } = filters
  return countRecords(activity.db, {
    ...(subjectRuns(scopeIds, filters, isVisible) ?? scopeRuns(scopeIds, filters, isVisible)),
    table: sql`${requestLogs}`,
    isFailed: sql`record.status >= 400`,
    isIndexed: phrase.trim() === '' && isVisible === undefined && (contentId ?? objectId) === undefined,
    ...spanOf(now, filters.from, filters.to),
    now,
  })
}

/** Scopes in which the actor may read logs: the environments, and the IDs of these and of the organization. */
async function logScopes(activity: Activity, actor: Actor, scope: Scope, reach: Reach) {
  const scopes = await visibleScopes(activity, actor, scope, { ...reach, right })
  const organization = coversOrganization(reach) ? await organizationLogScope(activity, actor, scope) : null
  const scopeIds = [
    ...scopes.map(({ environmentId }) => environmentId),
    ...(organization ? [organization.organizationId] : []),
  ]
  return { scopes, scopeIds }
}

/** The organization, whose own requests are logged under its ID. Null if the actor may not read logs there. */
async function organizationLogScope(
  { authenticator }: Activity,
  actor: Actor,
  { organizationId }: Scope,
): Promise<OrganizationScope | null> {
  if (actor.kind === 'token') return null
  const organization = await authenticator.organization(actor, organizationId)
  return can(organization.grants, right) ? organization : null
}

/** Paths with fewer parameters first, because the router prefers them. */
const patterns = Object.values<Call>(allCalls)
  .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
  .map((call) => ({ call, path: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}/?$`) }))

/** Whether the scope has the right that the request requires. */
function canCall({ grants }: OrganizationScope, method: LogLine['method'], url: string): boolean {
  const [asked = ''] = url.split('?', 1)
  const found = patterns.find(({ call, path }) => call.method === method && path.test(asked))
  return found !== undefined && (found.call.right === undefined || can(grants, found.call.right))
}

type Runs = Pick<Reading, 'runs' | 'runCount' | 'runCondition' | 'filter'>

/** Runs by object, by environment or organization, or by their methods and status classes if only some are requested. */
function runsOf(given: readonly string[], filters: LogFilters, isVisible: SQL | undefined): Runs {
  const bySubject = subjectRuns(given, filters, isVisible)
  if (bySubject) return bySubject
  const { phrase = '', method, status } = filters
  if (phrase.trim() !== '' || (method ?? status) === undefined) return scopeRuns(given, filters, isVisible)
  const kinds = sql`unnest(${methodsOf(filters)}) AS method, unnest(${classesOf(filters)}) AS class`
  return {
    runs: sql`(SELECT * FROM unnest(${array(given, 'uuid')}) AS scope, ${kinds}) AS run`,
    runCount: given.length * logMethods.length * statusClasses.length,
    runCondition: sql`record.scope_id = run.scope AND record.method = run.method AND record.status / 100 = run.class`,
    filter: isVisible ?? null,
  }
}

/** One run of the object's requests, if the filters name one. */
function subjectRuns(given: readonly string[], filters: LogFilters, isVisible: SQL | undefined): Runs | null {
  const subject = filters.contentId ?? filters.objectId
  if (subject === undefined) return null
  return {
    runs: sql`(VALUES (${subject}::uuid)) AS run (object)`,
    runCount: 1,
    runCondition: sql`record.object_id = run.object AND record.scope_id = ANY (${array(given, 'uuid')})`,
    filter: and(wantedOf(filters), isVisible) ?? null,
  }
}

function scopeRuns(given: readonly string[], filters: LogFilters, isVisible: SQL | undefined): Runs {
  return {
    runs: sql`unnest(${array(given, 'uuid')}) AS run (scope)`,
    runCount: given.length,
    runCondition: sql`record.scope_id = run.scope`,
    filter: and(wantedOf(filters), isVisible) ?? null,
  }
}

function wantedOf(filters: LogFilters): SQL | undefined {
  const { objectId, contentId, phrase = '', method, status } = filters
  return and(
    phrase.trim() === '' ? undefined : sql`record.url ILIKE ${likePattern(phrase)}`,
    method && sql`record.method = ANY (${methodsOf(filters)})`,
    status && sql`record.status / 100 = ANY (${classesOf(filters)})`,
    contentId && objectId ? sql`record.object_id = ${objectId}::uuid` : undefined,
  )
}

function methodsOf({ method }: LogFilters): SQL {
  return array(method ?? logMethods, 'text')
}

function classesOf({ status }: LogFilters): SQL {
  const digits = (status ?? statusClasses).map(([digit = '']) => digit)
  return array(digits, 'int')
}

const recordColumns = sql`record.scope_id, record.method, record.url, record.status, record.took_ms,
  record.actor_kind, record.actor_id, record.actor_name, record.impersonator, record.description, record.request_id,
  record.address, record.object_id`

interface RecordRow {
  readonly scope_id: string
  readonly method: LogLine['method']
  readonly url: string
  readonly status: number
  readonly took_ms: number
  readonly actor_kind: 'person' | 'token' | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly impersonator: string | null
  readonly description: string
  readonly request_id: string
  readonly address: string | null
  readonly object_id: string | null
}

interface BodiesRow {
  readonly request_body: string | null
  readonly response_body: string | null
}

function recordOf(row: RecordRow & { id: string; created_at: string }, scope: Scope): LogRecord {
  return {
    id: row.id,
    environmentId: row.scope_id === scope.organizationId ? null : row.scope_id,
    createdAt: new Date(row.created_at).toISOString(),
    method: row.method,
    url: row.url,
    status: row.status,
    took: row.took_ms,
    by: actorOf(row),
    description: row.description,
    requestId: row.request_id,
    address: row.address,
    objectId: row.object_id,
  }
}

function actorOf({
  actor_kind: kind,
  actor_id: id,
  actor_name: name,
  impersonator,
}: RecordRow): LogLine['by'] {
  return kind === null || id === null ? null : { kind, id, name: name ?? '', impersonator }
}

/** A logged request as in lists. */
export function lineOf({ id, environmentId, createdAt, method, url, status, took, by }: LogRecord): LogLine {
  return { id, environmentId, createdAt, method, url, status, took, by }
}
