import type { ViewExport } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { followDownload } from '../../../lib/browser/save-file'
import { useWorkspace } from '../../identity'
import type { ExportFormat } from '../export-figures'
import { asked, type Counted } from '../queries'
import { useFollowed } from './use-followed'

const pollMs = 1000

const exportsKey = (environmentId: string) => ['view-exports', environmentId] as const

export const isUnderWay = ({ status }: ViewExport) => status === 'waiting' || status === 'running'

/** The exports of the last 7 days, refetched while any is in progress. */
export function exportsQuery(environmentId: string) {
  return queryOptions({
    queryKey: exportsKey(environmentId),
    queryFn: async ({ signal }) => (await api('listViewExports', { environmentId, signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
  })
}

/** Creates an export and follows its progress. */
export function useOrderExport(counted: Counted) {
  const { environmentId } = counted
  const queries = useQueryClient()
  const [followed, setFollowed] = useFollowed()
  return useMutation({
    mutationFn: (format: ExportFormat) => {
      const { interval: _, ...range } = asked(counted)
      return api('createViewExport', { environmentId, body: { ...range, format } })
    },
    onSuccess: ({ id }) => {
      setFollowed(`${id},${followed}`)
      return queries.invalidateQueries({ queryKey: exportsKey(environmentId) })
    },
  })
}

/** Cancels an export, or deletes its file. */
export function useDeleteExport() {
  const { environment } = useWorkspace()
  const queries = useQueryClient()
  const [followed, setFollowed] = useFollowed()
  return useMutation({
    mutationFn: (id: string) => api('deleteViewExport', { environmentId: environment.id, params: { id } }),
    onSuccess: (_, id) => setFollowed(followed.replace(`${id},`, '')),
    onSettled: () => queries.invalidateQueries({ queryKey: exportsKey(environment.id) }),
  })
}

export function useDownloadExport() {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await api('linkViewExport', { environmentId: environment.id, params: { id } })
      if (url !== null) followDownload(url)
    },
  })
}
