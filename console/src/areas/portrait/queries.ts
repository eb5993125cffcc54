import type { Portrait, PortraitPath } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { uploads } from '../../lib/upload'
import { useWorkspace } from '../identity'

/** How often a portrait is read while it is made. */
const refetchMs = 2000

const portraitsKey = (environmentId: string) => ['portraits', environmentId] as const
const portraitKey = (environmentId: string, id: string) => [...portraitsKey(environmentId), id] as const
const pathKey = (environmentId: string, id: string) => ['portrait-path', environmentId, id] as const

type ListAsked = NonNullable<Parameters<typeof api<'listPortraits'>>[1]['query']>
type PortraitBody = Parameters<typeof api<'createPortrait'>>[1]['body']
type PathBody = Parameters<typeof api<'updatePortraitPath'>>[1]['body']

/** The chosen source of a portrait. */
export interface PortraitSource {
  readonly from: 'video' | 'file' | 'url'
  readonly contentId: string
  readonly file: File | undefined
  readonly url: string
}

interface NewPortrait {
  readonly fields: Pick<PortraitBody, 'name' | 'shape' | 'captions'>
  readonly source: PortraitSource
}

export function isBusy({ status }: Pick<Portrait, 'status'>): boolean {
  return status === 'waiting' || status === 'looking' || status === 'rendering'
}

export function portraitsQuery(environmentId: string, query: ListAsked) {
  const key = [...portraitsKey(environmentId), 'list'] as const
  return queryOptions({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api('listPortraits', { environmentId, query, signal }),
    placeholderData: keepPage(key),
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? refetchMs : false),
  })
}

export function portraitQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: portraitKey(environmentId, id),
    queryFn: ({ signal }) => api('getPortrait', { environmentId, params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? refetchMs : false),
  })
}

export function portraitPathQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: pathKey(environmentId, id),
    queryFn: ({ signal }) => api('getPortraitPath', { environmentId, params: { id }, signal }),
  })
}

export function useCreatePortrait() {
  const { user, environment } = useWorkspace()
  const environmentId = environment.id
  const keep = useKeepPortrait()
  return useMutation({
    mutationFn: async ({ fields, source: { from, contentId, file, url } }: NewPortrait) => {
      const create = (source: Pick<PortraitBody, 'contentId' | 'uploadId' | 'url'>) =>
        api('createPortrait', { environmentId, body: { ...fields, ...source } })
      if (from === 'url') return create({ url })
      if (from === 'video' || file === undefined) return create({ contentId })
      const body = { fileName: file.name, fileSize: file.size }
      const { uploadId } = await api('createUpload', { environmentId, body })
      const portrait = await create({ uploadId })
      // The upload queue sends the file, so that the upload can be paused and resumed.
      uploads.send(file, { userId: user.id, environmentId }, uploadId)
      return portrait
    },
    onSuccess: keep,
  })
}

/** Saves the changed shots, if any, and renders the portrait. */
export function useRenderPortrait({ id, environmentId }: Portrait) {
  const queries = useQueryClient()
  const keep = useKeepPortrait()
  return useMutation({
    mutationFn: async (path: PathBody | null) => {
      if (path !== null) {
        const saved: PortraitPath = await api('updatePortraitPath', {
          environmentId,
          params: { id },
          body: path,
        })
        queries.setQueryData(pathKey(environmentId, id), saved)
      }
      return api('renderPortrait', { environmentId, params: { id } })
    },
    onSuccess: keep,
  })
}

export function useUpdatePortrait({ id, environmentId }: Portrait) {
  const keep = useKeepPortrait()
  return useMutation({
    mutationFn: (body: { readonly captions: boolean }) =>
      api('updatePortrait', { environmentId, params: { id }, body }),
    onSuccess: keep,
  })
}

export function useDeletePortrait() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, environmentId }: Portrait) => api('deletePortrait', { environmentId, params: { id } }),
    onSuccess: (_, { environmentId }) => queries.invalidateQueries({ queryKey: portraitsKey(environmentId) }),
  })
}

function useKeepPortrait() {
  const queries = useQueryClient()
  return (portrait: Portrait) => {
    const { environmentId, id } = portrait
    queries.setQueryData(portraitKey(environmentId, id), portrait)
    return queries.invalidateQueries({ queryKey: [...portraitsKey(environmentId), 'list'] })
  }
}
