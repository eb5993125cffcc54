import {
  activityCalls,
  type Event,
  type EventType,
  eventTypes,
  type ListedEvent,
  type ObjectType,
  type RecordVolume,
} from '@kinora/contract'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Actor, Scope } from '../../../platform/auth.ts'
import { outbox } from '../../../platform/database/tables.ts'
import { problem } from '../../../platform/problem.ts'
import type { Activity } from '../activity.ts'
import { visibleEvents } from '../object-limits.ts'
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
import { canSee, type Reach, visibleScopes, visibleTypes } from '../visibility.ts'
import { withVideos } from './event-videos.ts'

export interface EventFilters extends Reach {
  readonly phrase?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly objectId?: string | undefined
  readonly contentId?: string | undefined
  readonly type?: readonly EventType[] | undefined
}

export async function listEvents(
  activity: Activity,
  actor: Actor,
  scope: Scope,
  query: EventFilters & { cursor?: string | undefined; pageSize: number },
  origin: string,
): Promise<{ items: ListedEvent[]; nextCursor: string | null }> {
  const after = parseCursor(query.cursor)
  const scopes = await eventScopes(activity, actor, scope, query)
  const { items, next } = await readerOf(activity, scopes, query)(after, query.pageSize)
  return { items: await withVideos(activity, scopes, items, origin), nextCursor: cursorOf(next) }
}

/** @throws problem not-found, also for events of other environments and those older than the retention time */
export async function getEvent(
  activity: Activity,
  scope: Scope,
  id: string,
  origin: string,
): Promise<ListedEvent> {
  const { db, clock, limits } = activity
  const { items } = await readPage<EventRow>(db, {
    ...records,
    runs: sql`(VALUES (${id}::uuid, ${scope.environmentId}::uuid)) AS run (id, environment)`,
    runCount: 1,
    runCondition: sql`record.id = run.id AND record.environment_id = run.environment`,
    filter: visibleEvents(limits, [scope]) ?? null,
    ...spanOf(clock.now(), undefined, undefined),
    after: null,
    pageSize: 1,
  })
  const [row] = items
  if (row === undefined || !canSee(scope, row.object_type)) throw problem('not-found')
  const [event] = await withVideos(activity, [scope], [eventOf(row, scope.environmentName)], origin)
  if (event === undefined) throw problem('not-found')
  return event
}

/** The number of events in each part of the time span. */
export async function getEventVolume(
  activity: Activity,
  actor: Actor,
  scope: Scope,
  filters: EventFilters,
): Promise<RecordVolume> {
  const now = activity.clock.now()
  const scopes = await eventScopes(activity, actor, scope, filters)
  const runs = runsOf(scopes, filters, visibleEvents(activity.limits, scopes))
  return countRecords(activity.db, {
    ...runs,
    table: records.table,
    isFailed: sql`false`,
    isIndexed: runs.filter === null,
    ...spanOf(now, filters.from, filters.to),
    now,
  })
}

/** Returns a function that reads pages of the matching events that the actor may see. */
export async function eventReader(activity: Activity, actor: Actor, scope: Scope, filters: EventFilters) {
  return readerOf(activity, await eventScopes(activity, actor, scope, filters), filters)
}

function eventScopes(
  activity: Activity,
  actor: Actor,
  scope: Scope,
  reach: Reach,
): Promise<readonly Scope[]> {
  const { right } = activityCalls.listEvents
  return visibleScopes(activity, actor, scope, { ...reach, right })
}

function readerOf(activity: Activity, scopes: readonly Scope[], filters: EventFilters) {
  const names = new Map(scopes.map((each) => [each.environmentId, each.environmentName]))
  const reading = {
    ...records,
    ...runsOf(scopes, filters, visibleEvents(activity.limits, scopes)),
    ...spanOf(activity.clock.now(), filters.from, filters.to),
  }
  return async (after: Position | null, pageSize: number): Promise<Page<Event>> => {
    const { items, next } = await readPage<EventRow>(activity.db, { ...reading, after, pageSize })
    return { items: items.map((row) => eventOf(row, names.get(row.environment_id) ?? '')), next }
  }
}

interface EventRow {
  readonly environment_id: string
  readonly type: EventType
  readonly object_type: ObjectType
  readonly object_id: string
  readonly data: Record<string, unknown>
}

const records = {
  table: sql`${outbox}`,
  columns: sql`record.environment_id, record.type, record.object_type, record.object_id, record.data`,
}

function eventOf(row: EventRow & { id: string; created_at: string }, environmentName: string): Event {
  return {
    id: row.id,
    type: row.type,
    createdAt: new Date(row.created_at).toISOString(),
    environment: { id: row.environment_id, name: environmentName },
    object: { type: row.object_type, id: row.object_id },
    data: row.data,
  }
}

/** Runs by object or content, by environment, or by environment and type if only some types are requested or visible. */
function runsOf(
  scopes: readonly Scope[],
  { objectId, contentId, phrase = '', type }: EventFilters,
  isVisible: SQL | undefined,
): Pick<Reading, 'runs' | 'runCount' | 'runCondition' | 'otherCondition' | 'filter'> {
  const environments = array(
    scopes.map(({ environmentId }) => environmentId),
    'uuid',
  )
  const { environmentIds, types } = pairsOf(scopes, type)
  const isEverything = environmentIds.length === scopes.length * eventTypes.length
  const pairs = sql`unnest(${array(environmentIds, 'uuid')}, ${array(types, 'text')})`
  const filter = and(
    phrase.trim() === '' ? undefined : sql`${searchText} ILIKE ${likePattern(phrase)}`,
    isEverything ? undefined : sql`(record.environment_id, record.type) IN (SELECT * FROM ${pairs})`,
    contentId && objectId ? sql`record.object_id = ${objectId}::uuid` : undefined,
    isVisible,
  )
  const subject = contentId ?? objectId
  if (subject !== undefined) {
    const isInScope = sql`record.environment_id = ANY (${environments})`
    return {
      runs: sql`(VALUES (${subject}::uuid)) AS run (object)`,
      runCount: 1,
      runCondition: sql`record.object_id = run.object AND ${isInScope}`,
      ...(contentId && { otherCondition: sql`${contentOfObject} = run.object::text AND ${isInScope}` }),
      filter: filter ?? null,
    }
  }
  if (phrase.trim() !== '' || isEverything) {
    const runs = sql`unnest(${environments}) AS run (environment)`
    return {
      runs,
      runCount: scopes.length,
      runCondition: sql`record.environment_id = run.environment`,
      filter: filter ?? null,
    }
  }
  return {
    runs: sql`${pairs} AS run (environment, type)`,
    runCount: environmentIds.length,
    runCondition: sql`record.environment_id = run.environment AND record.type = run.type`,
    filter: isVisible ?? null,
  }
}

/** The video that the object belongs to, or was cut from. An index has this expression. */
const contentOfObject = sql`coalesce(record.data ->> 'contentId', record.data ->> 'clipOf')`

const searchText = sql`(record.type || ' ' || record.object_id::text || ' ' || record.data::text)`

function pairsOf(scopes: readonly Scope[], wanted: readonly EventType[] | undefined) {
  const pairs = scopes.flatMap((scope) =>
    visibleTypes(scope, wanted).map((type) => ({ environmentId: scope.environmentId, type })),
  )
  return {
    environmentIds: pairs.map(({ environmentId }) => environmentId),
    types: pairs.map(({ type }) => type),
  }
}
