import { cutText } from '@kinora/contract/cut-text'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { callerHeaders } from '../../../lib/api'
import { Problem } from '../../../lib/problem'
import { uncached } from '../../../lib/uncached'
import { callsOf, type OpenApi } from '../openapi-document'

export const docsQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/openapi.json', { signal })
    if (!answer.ok) throw new Problem('answer-unreadable', answer.status)
    const document: OpenApi = await answer.json()
    return callsOf(document)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export interface Trial {
  readonly method: string
  readonly address: string
  readonly body: string | null
  /** The secret of an API token, which names its environment; empty for the person's session. */
  readonly token: string
}

export interface TrialAnswer {
  readonly status: number
  readonly tookMs: number
  readonly type: string
  readonly text: string
}

const TIMEOUT_MS = 30_000
const MAX_CHARACTERS = 100_000

/** Makes the request as the signed-in user in the environment, or with an API token, and returns any answer, errors included. */
export function useTrial(environmentId: string) {
  return useMutation({
    ...uncached,
    mutationFn: async ({ method, address, body, token }: Trial): Promise<TrialAnswer> => {
      const headers = token === '' ? callerHeaders(environmentId) : tokenHeaders(token)
      if (body !== null) headers.set('content-type', 'application/json')
      const startedAt = performance.now()
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await fetch(address, { method, headers, body, signal })
      const type = answer.headers.get('content-type') ?? ''
      const text = /json|text|mpegurl|xml/.test(type) ? cutText(await answer.text(), MAX_CHARACTERS) : ''
      return { status: answer.status, tookMs: performance.now() - startedAt, type, text }
    },
  })
}

function tokenHeaders(token: string): Headers {
  return new Headers({ accept: 'application/json', authorization: `Bearer ${token}` })
}
