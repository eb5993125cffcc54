import type { TranscriptSentence } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { useWorkspace } from '../../identity'

const keyOf = (environmentId: string, id: string) => ['transcript', environmentId, id] as const

export function transcriptQuery(environmentId: string, id: string) {
  return queryOptions({
    queryKey: keyOf(environmentId, id),
    queryFn: ({ signal }) => api('getTranscript', { environmentId, params: { id }, signal }),
  })
}

/** A change of a sentence. */
export interface SentenceChange extends Pick<TranscriptSentence, 'id' | 'text' | 'speaker'> {
  /** `updatedAt` of the transcript that was changed. */
  readonly basedOn: string
}

export function useChangeSentence(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: ({ basedOn, ...sentence }: SentenceChange) =>
      api('updateTranscript', {
        environmentId: environment.id,
        params: { id },
        body: { sentences: [sentence], basedOn },
      }),
    onSuccess: (transcript) => queries.setQueryData(keyOf(environment.id, id), transcript),
  })
}
