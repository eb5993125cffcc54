import type { AiClip, AiClipState } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { useLanguage } from '../../../lib/i18n'
import { useWorkspace } from '../../identity'

export const clipsPerPage = 12

const keyOf = (environmentId: string, id: string) => ['ai-clips', environmentId, id] as const

export function aiClipsQuery(environmentId: string, id: string, state: AiClipState, pageNum: number) {
  const key = [...keyOf(environmentId, id), state] as const
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) =>
      api('listAiClips', {
        environmentId,
        params: { id },
        query: { state, pageNum, pageSize: clipsPerPage },
        signal,
      }),
    placeholderData: keepPage(key),
  })
}

type SuggestBody = Parameters<typeof api<'suggestAiClips'>>[1]['body']
type CreateBody = Parameters<typeof api<'createAiClip'>>[1]['body']
type UpdateBody = Parameters<typeof api<'updateAiClip'>>[1]['body']

export function useSuggestClips(id: string) {
  return useClipCall(id, (environmentId, body: SuggestBody) =>
    api('suggestAiClips', { environmentId, params: { id }, body }),
  )
}

export function useCreateAiClip(id: string) {
  return useClipCall(id, (environmentId, body: CreateBody) =>
    api('createAiClip', { environmentId, params: { id }, body }),
  )
}

interface ClipChange {
  readonly clipId: string
  readonly change: UpdateBody
}

export function useUpdateAiClip(id: string) {
  return useClipCall(id, (environmentId, { clipId, change }: ClipChange) =>
    api('updateAiClip', { environmentId, params: { id, clipId }, body: change }),
  )
}

/** A state to which a clip moves. */
interface Move {
  readonly clipId: string
  readonly state: AiClipState
}

export function useMoveAiClip(id: string) {
  return useClipCall(id, (environmentId, { clipId, state }: Move): Promise<AiClip> => {
    const params = { id, clipId }
    if (state === 'suggested') return api('updateAiClip', { environmentId, params, body: { state } })
    return api(state === 'highlight' ? 'highlightAiClip' : 'archiveAiClip', { environmentId, params })
  })
}

export function usePublishAiClip(id: string) {
  return useClipCall(id, (environmentId, clipId: string) =>
    api('publishAiClip', { environmentId, params: { id, clipId } }),
  )
}

/** The time that a social clip may take to be created, without its rendering. */
const createTimeoutMs = 60_000

/** Makes an upright social clip of an AI clip, with captions of the published subtitle in the language of the console, or of
 * the first one. */
export function useMakeSocialClip(contentId: string) {
  const { environment } = useWorkspace()
  const environmentId = environment.id
  const language = useLanguage()
  return useMutation({
    mutationFn: async ({
      name,
      start,
      end,
    }: { readonly name: string } & Pick<AiClip, 'id' | 'start' | 'end'>) => {
      const { items } = await api('listSubtitles', { environmentId, params: { id: contentId } })
      const published = items.filter((subtitle) => subtitle.published !== null)
      const own = published.find((subtitle) => subtitle.published?.languageCode === language) ?? published[0]
      const times = { startTime: start, endTime: end }
      const look = { aspectRatio: '9:16', fit: 'blur', captions: own?.id ?? null } as const
      const body = { contentId, name, ...times, ...look }
      return api('createSocialClip', { environmentId, body, timeoutMs: createTimeoutMs })
    },
  })
}

/** A call that changes the clips of a video. */
function useClipCall<Given, Answer>(
  id: string,
  send: (environmentId: string, given: Given) => Promise<Answer>,
) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (given: Given) => send(environment.id, given),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(environment.id, id) }),
  })
}
