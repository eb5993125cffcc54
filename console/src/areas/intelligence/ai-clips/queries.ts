import type { AiClip, AiClipState } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
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
