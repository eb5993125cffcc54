import type { AuditEntry, ExportFormat, ListedEvent, LogLine } from '@kinora/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, fetchFile } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { saveFile } from '../../../lib/browser/save-file'
import { type RecordsSearch, rangeOf } from '../search'

const PAGE_SIZE = 50

interface Place {
  readonly environmentId: string
  readonly organizationId: string
}

interface RecordPage<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** The filters that all three kinds of records share. */
function commonFilters(search: RecordsSearch) {
  const { q } = search
  return { ...(q !== '' && { phrase: q }), ...rangeOf(search) }
}

/** The same, as parts of a query key. */
function commonKey({ q, span, from, to, object }: RecordsSearch): readonly string[] {
  return [q, span, from, to, object]
}

/** Selects the records of the object, and if it is a video, also those of its subtitles, clips and so on. */
function aboutObject({ object }: RecordsSearch) {
  return object === '' ? {} : { contentId: object }
}

function some<T>(name: string, values: readonly T[]): Record<string, T[]> {
  return values.length === 0 ? {} : { [name]: [...values] }
}

function pages<T>(
  place: readonly [kind: string, id: string],
  filters: readonly unknown[],
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<RecordPage<T>>,
) {
  return infiniteQueryOptions({
    queryKey: [...place, ...filters],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPage(place),
  })
}

const paging = (cursor: string | null) => ({ pageSize: PAGE_SIZE, ...(cursor !== null && { cursor }) })

export function eventsQuery({ environmentId }: Place, search: RecordsSearch) {
  const { type, everywhere } = search
  return pages<ListedEvent>(
    ['events', environmentId],
    [...commonKey(search), type, everywhere],
    (cursor, signal) =>
      api('listEvents', {
        environmentId,
        query: {
          ...paging(cursor),
          ...commonFilters(search),
          ...aboutObject(search),
          ...some('type', type),
          everywhere,
        },
        signal,
      }),
  )
}

export function logsQuery({ environmentId }: Place, search: RecordsSearch) {
  const { method, status, everywhere } = search
  return pages<LogLine>(
    ['logs', environmentId],
    [...commonKey(search), method, status, everywhere],
    (cursor, signal) =>
      api('listLogs', {
        environmentId,
        query: {
          ...paging(cursor),
          ...commonFilters(search),
          ...aboutObject(search),
          ...some('method', method),
          ...some('status', status),
          everywhere,
        },
        signal,
      }),
  )
}

export function auditQuery({ organizationId }: Place, search: RecordsSearch) {
  const { action } = search
  return pages<AuditEntry>(['audit', organizationId], [...commonKey(search), action], (cursor, signal) =>
    api('listAudit', {
      query: {
        organizationId,
        ...paging(cursor),
        ...commonFilters(search),
        ...(search.object !== '' && { objectId: search.object }),
        ...some('action', action),
      },
      signal,
    }),
  )
}

export function eventQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: ['event', environmentId, id],
    queryFn: ({ signal }) => api('getEvent', { environmentId, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function logQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: ['log', environmentId, id],
    queryFn: ({ signal }) => api('getLog', { environmentId, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const VOLUME_MS = 30_000

/** The number of records over time, with the filters of the list. */
export function volumeQuery(environmentId: string, tab: 'events' | 'logs', search: RecordsSearch) {
  const { type, method, status, everywhere } = search
  const place = ['volume', tab, environmentId]
  return queryOptions({
    queryKey: [...place, ...commonKey(search), everywhere, ...(tab === 'events' ? [type] : [method, status])],
    queryFn: ({ signal }) => {
      const query = { ...commonFilters(search), ...aboutObject(search), everywhere }
      return tab === 'events'
        ? api('getEventVolume', { environmentId, query: { ...query, ...some('type', type) }, signal })
        : api('getLogVolume', {
            environmentId,
            query: { ...query, ...some('method', method), ...some('status', status) },
            signal,
          })
    },
    refetchInterval: VOLUME_MS,
    placeholderData: keepPage(place),
  })
}

/** Saves the filtered records as a file. @throws Problem */
export async function exportRecords(
  environmentId: string,
  tab: 'events' | 'logs',
  search: RecordsSearch,
  format: ExportFormat,
): Promise<void> {
  const { type, method, status, everywhere } = search
  const query = { ...commonFilters(search), ...aboutObject(search), everywhere, format }
  const file =
    tab === 'events'
      ? fetchFile('exportEvents', { environmentId, query: { ...query, ...some('type', type) } })
      : fetchFile('exportLogs', {
          environmentId,
          query: { ...query, ...some('method', method), ...some('status', status) },
        })
  saveFile(`kinora-${tab}-${new Date().toISOString().slice(0, 10)}.${format}`, await file)
}
