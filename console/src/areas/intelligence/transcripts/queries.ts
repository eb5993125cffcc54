import type { Content, TranscriptFormat, TranscriptSentence } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fetchFile } from '../../../lib/api'
import { saveFile } from '../../../lib/browser/save-file'
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

/** Downloads the transcript of a video as a file. */
export function useDownloadTranscript({ id, title }: Pick<Content, 'id' | 'title'>) {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: async (format: TranscriptFormat) => {
      const request = { environmentId: environment.id, params: { id }, query: { format } }
      saveFile(`${title}.${format}`, await fetchFile('downloadTranscript', request))
    },
  })
}

/** Creates a draft subtitle from the transcript of a video. */
export function useCreateSubtitle(id: string) {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: { readonly name: string }) =>
      api('createSubtitleFromTranscript', { environmentId: environment.id, params: { id }, body }),
  })
}
