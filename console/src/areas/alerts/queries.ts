import type { AlertIncidentDetail, AlertRule } from '@kinora/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'

/** Alerts are shown within seconds by events. This is for lists that missed one. */
const refetchMs = 15_000

type ListAsked = NonNullable<Parameters<typeof api<'listAlertRules'>>[1]['query']>
export type RuleBody = Parameters<typeof api<'createAlertRule'>>[1]['body']
export type PreviewBody = Parameters<typeof api<'previewAlertRule'>>[1]['body']
type ChannelBody = Parameters<typeof api<'createAlertChannel'>>[1]['body']
type ChannelChange = Parameters<typeof api<'updateAlertChannel'>>[1]['body']

/** The environment, and the organization that the calls name. */
interface Place {
  readonly environmentId: string
  readonly org: string
}

export function usePlace(): Place {
  const { organization, environment } = useWorkspace()
  return { environmentId: environment.id, org: organization.id }
}

export const alertsKey = (environmentId: string) => ['alerts', environmentId] as const

export function rulesQuery({ environmentId, org }: Place, query: ListAsked) {
  const key = [...alertsKey(environmentId), 'rules'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listAlertRules', { environmentId, params: { org }, query, signal }),
    placeholderData: keepPage(key),
    refetchInterval: refetchMs,
  })
}

export function ruleQuery({ environmentId, org }: Place, id: string) {
  return queryOptions({
    queryKey: [...alertsKey(environmentId), 'rule', id],
    queryFn: ({ signal }) => api('getAlertRule', { environmentId, params: { org, id }, signal }),
  })
}

export function openAlertsQuery({ environmentId, org }: Place) {
  return queryOptions({
    queryKey: [...alertsKey(environmentId), 'open'],
    queryFn: ({ signal }) =>
      api('listAlertIncidents', { environmentId, params: { org }, query: { state: 'open' }, signal }),
    refetchInterval: refetchMs,
  })
}

export function historyQuery({ environmentId, org }: Place) {
  return infiniteQueryOptions({
    queryKey: [...alertsKey(environmentId), 'history'],
    queryFn: ({ pageParam, signal }) =>
      api('listAlertIncidents', {
        environmentId,
        params: { org },
        query: { pageSize: 25, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function incidentQuery({ environmentId, org }: Place, id: string) {
  return queryOptions({
    queryKey: [...alertsKey(environmentId), 'incident', id],
    queryFn: ({ signal }) => api('getAlertIncident', { environmentId, params: { org, id }, signal }),
    refetchInterval: ({ state }) => (state.data?.resolvedAt === null ? refetchMs : false),
  })
}

export function channelsQuery({ environmentId, org }: Place) {
  return queryOptions({
    queryKey: [...alertsKey(environmentId), 'channels'],
    queryFn: ({ signal }) => api('listAlertChannels', { environmentId, params: { org }, signal }),
  })
}

export function previewQuery({ environmentId, org }: Place, body: PreviewBody) {
  return queryOptions({
    queryKey: ['alert-preview', environmentId, body],
    queryFn: ({ signal }) => api('previewAlertRule', { environmentId, params: { org }, body, signal }),
    staleTime: 60_000,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  const { environmentId } = usePlace()
  return () => queries.invalidateQueries({ queryKey: alertsKey(environmentId) })
}

/** Creates a rule, or replaces the one with this ID. */
export function useSaveRule(id: string | null) {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: RuleBody): Promise<AlertRule> =>
      id === null
        ? api('createAlertRule', { environmentId, params: { org }, body })
        : api('updateAlertRule', { environmentId, params: { org, id }, body }),
    onSuccess: refresh,
  })
}

export function useSwitchRule() {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, on }: { readonly id: string; readonly on: boolean }) =>
      api(on ? 'enableAlertRule' : 'disableAlertRule', { environmentId, params: { org, id } }),
    onSuccess: refresh,
  })
}

export function useDeleteRule() {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id }: Pick<AlertRule, 'id'>) =>
      api('deleteAlertRule', { environmentId, params: { org, id } }),
    onSuccess: refresh,
  })
}

export function useAcknowledge() {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => api('acknowledgeAlert', { environmentId, params: { org, id } }),
    onSuccess: refresh,
  })
}

export function useAddNote({ id }: Pick<AlertIncidentDetail, 'id'>) {
  const { environmentId, org } = usePlace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api('addAlertNote', { environmentId, params: { org, id }, body: { text } }),
    onSuccess: (incident) =>
      queries.setQueryData(incidentQuery({ environmentId, org }, id).queryKey, incident),
  })
}

export function useCreateChannel() {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: ChannelBody) => api('createAlertChannel', { environmentId, params: { org }, body }),
    onSuccess: refresh,
  })
}

export function useUpdateChannel(id: string) {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: ChannelChange) =>
      api('updateAlertChannel', { environmentId, params: { org, id }, body }),
    onSuccess: refresh,
  })
}

export function useDeleteChannel() {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id }: { readonly id: string }) =>
      api('deleteAlertChannel', { environmentId, params: { org, id } }),
    onSuccess: refresh,
  })
}

export function useEnableChannel() {
  const { environmentId, org } = usePlace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => api('enableAlertChannel', { environmentId, params: { org, id } }),
    onSuccess: refresh,
  })
}

export function useTestChannel() {
  const { environmentId, org } = usePlace()
  return useMutation({
    mutationFn: (id: string) => api('testAlertChannel', { environmentId, params: { org, id } }),
  })
}
