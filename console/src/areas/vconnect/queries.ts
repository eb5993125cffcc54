import type { VconnectConnect, VconnectDestination, VconnectInput } from '@kinora/contract'
import type { InputSource, VconnectWindow } from '@kinora/contract/vconnect/values'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'

/** How often states and figures are read. Hidden pages do not poll. */
const refetchMs = 2000
const monitorsMs = 5000

const bayKey = (environmentId: string) => ['vconnect', environmentId] as const

export type Bay = Awaited<ReturnType<typeof api<'getVconnectBay'>>>
export type InputBody = Parameters<typeof api<'createVconnectInput'>>[1]['body']
export type DestinationBody = Parameters<typeof api<'createVconnectDestination'>>[1]['body']

export function bayQuery(environmentId: string) {
  return queryOptions({
    queryKey: bayKey(environmentId),
    queryFn: ({ signal }) => api('getVconnectBay', { environmentId, signal }),
    refetchInterval: refetchMs,
  })
}

export function inputQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: ['vconnect-input', environmentId, id],
    queryFn: ({ signal }) => api('getVconnectInput', { environmentId, params: { id }, signal }),
    refetchInterval: refetchMs,
  })
}

export function inputMonitorsQuery(environmentId: string, id: string, window: VconnectWindow) {
  const key = ['vconnect-monitors', environmentId, id] as const
  return queryOptions({
    queryKey: [...key, window],
    queryFn: ({ signal }) =>
      api('getVconnectInputMonitors', { environmentId, params: { id }, query: { window }, signal }),
    placeholderData: keepPage(key),
    refetchInterval: monitorsMs,
  })
}

export function destinationQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: ['vconnect-destination', environmentId, id],
    queryFn: ({ signal }) => api('getVconnectDestination', { environmentId, params: { id }, signal }),
  })
}

export function connectMonitorsQuery(environmentId: string, id: string, window: VconnectWindow) {
  const key = ['vconnect-monitors', environmentId, id] as const
  return queryOptions({
    queryKey: [...key, window],
    queryFn: ({ signal }) =>
      api('getVconnectConnectMonitors', { environmentId, params: { id }, query: { window }, signal }),
    placeholderData: keepPage(key),
    refetchInterval: monitorsMs,
  })
}

/** Reads everything of V-Connect again after a change. */
function useRefresh() {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: bayKey(environment.id) }),
      queries.invalidateQueries({ queryKey: ['vconnect-input', environment.id] }),
      queries.invalidateQueries({ queryKey: ['vconnect-destination', environment.id] }),
    ])
}

/** Creates an input, or changes the one given. */
export function useSaveInput(input: VconnectInput | null) {
  const { environment } = useWorkspace()
  const refresh = useRefresh()
  const environmentId = environment.id
  return useMutation({
    mutationFn: ({ kind, mode, livestreamId, ...body }: InputBody): Promise<VconnectInput> =>
      input === null
        ? api('createVconnectInput', {
            environmentId,
            body: {
              ...body,
              kind,
              ...(mode !== undefined && { mode }),
              ...(livestreamId !== undefined && { livestreamId }),
            },
          })
        : api('updateVconnectInput', { environmentId, params: { id: input.id }, body }),
    onSuccess: refresh,
  })
}

/** Creates a destination, or changes the one given. */
export function useSaveDestination(destination: VconnectDestination | null) {
  const { environment } = useWorkspace()
  const refresh = useRefresh()
  const environmentId = environment.id
  return useMutation({
    mutationFn: ({ kind, mode, livestreamId, ...body }: DestinationBody): Promise<VconnectDestination> =>
      destination === null
        ? api('createVconnectDestination', {
            environmentId,
            body: {
              ...body,
              kind,
              ...(mode !== undefined && { mode }),
              ...(livestreamId !== undefined && { livestreamId }),
            },
          })
        : api('updateVconnectDestination', { environmentId, params: { id: destination.id }, body }),
    onSuccess: refresh,
  })
}

/** Chooses the source of the connects of an input with a backup. */
export function useSwitchSource({ id, environmentId }: Pick<VconnectInput, 'id' | 'environmentId'>) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (source: InputSource) =>
      api('switchVconnectInput', { environmentId, params: { id }, body: { source } }),
    onSuccess: refresh,
  })
}

/** Asks for the stream key of an input, which is recorded. */
export function useInputKey({ id, environmentId }: Pick<VconnectInput, 'id' | 'environmentId'>) {
  return useMutation({
    mutationFn: () => api('getVconnectInputKey', { environmentId, params: { id } }),
  })
}

/** Pauses or resumes an input. */
export function useSwitchInput() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, environmentId, enabled }: Pick<VconnectInput, 'id' | 'environmentId' | 'enabled'>) =>
      api('updateVconnectInput', { environmentId, params: { id }, body: { enabled } }),
    onSuccess: refresh,
  })
}

/** An input or a destination. */
export interface End {
  readonly id: string
  readonly environmentId: string
  readonly name: string
}

export function useDeleteEnd(what: 'input' | 'destination') {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, environmentId }: End) =>
      what === 'input'
        ? api('deleteVconnectInput', { environmentId, params: { id } })
        : api('deleteVconnectDestination', { environmentId, params: { id } }),
    onSuccess: refresh,
  })
}

export function useConnect() {
  const { environment } = useWorkspace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { readonly inputId: string; readonly destinationId: string }) =>
      api('createVconnectConnect', { environmentId: environment.id, body }),
    onSuccess: refresh,
  })
}

/** Pauses or resumes a connect. */
export function useSwitchConnect() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, environmentId, enabled }: Pick<VconnectConnect, 'id' | 'environmentId' | 'enabled'>) =>
      api('updateVconnectConnect', { environmentId, params: { id }, body: { enabled } }),
    onSuccess: refresh,
  })
}

export function useDisconnect() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, environmentId }: VconnectConnect) =>
      api('deleteVconnectConnect', { environmentId, params: { id } }),
    onSuccess: refresh,
  })
}
