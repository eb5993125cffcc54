import type { Subtitle, SubtitleCue } from '@kinora/contract'
import type { SubtitleCharset } from '@kinora/contract/library'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fetchFile } from '../../../lib/api'
import { base64Of } from '../../../lib/browser/base64-of'
import { saveFile } from '../../../lib/browser/save-file'
import { useWorkspace } from '../../identity'
import { contentKey } from '../queries'
import { type CueDifferences, differencesOf } from './cues/differences'

/** For a subtitle file or 100,000 cues on a slow connection. */
const largeTimeoutMs = 120_000

// Under the video's key, so that invalidating the video also refetches its subtitles.
const subtitlesKey = (environmentId: string, id: string) => [...contentKey(environmentId, id), 'subtitles']

export function subtitlesQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: subtitlesKey(environmentId, id),
    queryFn: ({ signal }) => api('listSubtitles', { environmentId, params: { id }, signal }),
  })
}

/** The cues of one version, which never change: each version has its own key. */
export function cuesQuery(environmentId: string, id: string, subtitleId: string, updatedAt: string) {
  return queryOptions({
    queryKey: ['cues', environmentId, id, subtitleId, updatedAt],
    queryFn: ({ signal }) =>
      api('getSubtitle', {
        environmentId,
        params: { id, subtitleId },
        query: {},
        signal,
        timeoutMs: largeTimeoutMs,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** How a draft differs from what viewers see; null if they see no version yet. */
export function differencesQuery(environmentId: string, { contentId, id, published, draft }: Subtitle) {
  return queryOptions({
    queryKey: ['cue-differences', environmentId, contentId, id, published?.updatedAt, draft?.updatedAt],
    queryFn: async ({ signal }): Promise<CueDifferences | null> => {
      if (published === null) return null
      const cuesOf = async (version: 'published' | 'draft') =>
        (
          await api('getSubtitle', {
            environmentId,
            params: { id: contentId, subtitleId: id },
            query: { version },
            signal,
            timeoutMs: largeTimeoutMs,
          })
        ).cues
      const [before, after] = await Promise.all([cuesOf('published'), cuesOf('draft')])
      return differencesOf(before, after)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A query because it changes nothing; the call is a POST because of the file. */
export function previewQuery(
  environmentId: string,
  id: string,
  file: File,
  hints: { readonly charset?: SubtitleCharset; readonly languageCode?: string },
) {
  return queryOptions({
    queryKey: ['subtitle-preview', environmentId, id, file.name, file.size, file.lastModified, hints],
    queryFn: async ({ signal }) =>
      api('previewSubtitle', {
        environmentId,
        params: { id },
        body: { ...hints, file: await base64Of(file) },
        signal,
        timeoutMs: largeTimeoutMs,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function useCreateSubtitle(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'createSubtitle'>>[1]['body']) =>
      api('createSubtitle', { environmentId: environment.id, params: { id }, body }),
    onSuccess: refresh,
  })
}

export function useUploadSubtitle(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'uploadSubtitle'>>[1]['body']) =>
      api('uploadSubtitle', {
        environmentId: environment.id,
        params: { id },
        body,
        timeoutMs: largeTimeoutMs,
      }),
    onSuccess: refresh,
  })
}

/** Updates the cache at once: the user's own changes must not look like another user's. */
export function useUpdateSubtitle(id: string, subtitleId: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'updateSubtitle'>>[1]['body']) =>
      api('updateSubtitle', {
        environmentId: environment.id,
        params: { id, subtitleId },
        body,
        timeoutMs: largeTimeoutMs,
      }),
    onSuccess: (saved) => {
      const { queryKey } = subtitlesQuery(environment.id, id)
      queries.setQueryData(
        queryKey,
        (known) => known && { items: known.items.map((each) => (each.id === saved.id ? saved : each)) },
      )
      void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Creates a new subtitle from cues whose subtitle another user has deleted. */
export function useRescueCues(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: async ({
      cues,
      ...described
    }: {
      name: string
      languageCode: string
      closedCaptions: boolean
      cues: SubtitleCue[]
    }) => {
      const environmentId = environment.id
      const made = await api('createSubtitle', { environmentId, params: { id }, body: described })
      const params = { id, subtitleId: made.id }
      return api('updateSubtitle', { environmentId, params, body: { cues }, timeoutMs: largeTimeoutMs })
    },
    onSuccess: refresh,
  })
}

export function useDeleteSubtitle(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: ({ subtitleId, draftOnly }: { subtitleId: string; draftOnly: boolean }) =>
      api('deleteSubtitle', {
        environmentId: environment.id,
        params: { id, subtitleId },
        query: { draftOnly },
      }),
    onSuccess: refresh,
  })
}

export function usePublishSubtitles(id: string) {
  const { environment } = useWorkspace()
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (body: { draftsToPublish: string[]; subtitlesToDelete: string[] }) =>
      api('publishSubtitles', { environmentId: environment.id, params: { id }, body }),
    onSuccess: refresh,
  })
}

export function useDownloadSubtitle(id: string) {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: async ({
      subtitleId,
      name,
      format,
      version,
    }: {
      subtitleId: string
      name: string
      format: 'srt' | 'vtt'
      /** Undefined for the draft if there is one. */
      version?: 'published'
    }) => {
      const params = { id, subtitleId }
      const query = { format, ...(version && { version }) }
      saveFile(
        `${name}.${format}`,
        await fetchFile('downloadSubtitle', { environmentId: environment.id, params, query }),
      )
    },
  })
}

function useRefresh(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return () => queries.invalidateQueries({ queryKey: subtitlesKey(environment.id, id) })
}
