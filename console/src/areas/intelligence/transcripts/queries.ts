import type { Content, Transcript, TranscriptFormat } from '@kinora/contract'
import { transcriptLimits } from '@kinora/contract/intelligence/transcripts'
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

type Changes = Parameters<typeof api<'updateTranscript'>>[1]['body']

/** Changes sentences. `basedOn`: `updatedAt` of the transcript that was changed. */
export function useChangeSentences(id: string) {
  const { environmentId, keep } = useKeepTranscript(id)
  return useMutation({
    mutationFn: async ({ sentences, basedOn }: Changes & { readonly basedOn: string }) => {
      const send = (part: Changes['sentences'], since: string) =>
        api('updateTranscript', { environmentId, params: { id }, body: { sentences: part, basedOn: since } })
      const most = transcriptLimits.changes
      let changed = await send(sentences.slice(0, most), basedOn)
      for (let at = most; at < sentences.length; at += most)
        changed = await send(sentences.slice(at, at + most), changed.updatedAt)
      return changed
    },
    onSuccess: keep,
  })
}

/** Splits a sentence before a word, or merges it with the next one. */
export function useReshapeSentence(id: string, sentenceId: string, basedOn: string) {
  const { environmentId, keep } = useKeepTranscript(id)
  const params = { id, sentenceId }
  return useMutation({
    mutationFn: ({ splitAt }: { readonly splitAt: number | null }) =>
      splitAt === null
        ? api('mergeSentence', { environmentId, params, body: { basedOn } })
        : api('splitSentence', { environmentId, params, body: { word: splitAt, basedOn } }),
    onSuccess: keep,
  })
}

function useKeepTranscript(id: string) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const keep = (transcript: Transcript) => queries.setQueryData(keyOf(environment.id, id), transcript)
  return { environmentId: environment.id, keep }
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
