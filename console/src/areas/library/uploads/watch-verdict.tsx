import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Problem } from '../../../lib/problem'
import { type UploadView, uploads } from '../../../lib/upload'
import { contentQuery } from '../queries'
import { uploadVerdict } from './upload-verdict'

const firstPollMs = 1500
const slowestPollMs = 15_000

/** Reports to the queue whether the server can play a completely uploaded file. The current screen may not listen to events. */
export function WatchVerdict({
  upload: { id, kind, environmentId, contentId },
}: {
  readonly upload: UploadView
}) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...contentQuery(environmentId, contentId ?? ''),
    enabled: contentId !== undefined,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data && uploadVerdict(kind, state.data) ? false : pollAfter(state.dataUpdateCount),
  })
  const isGone = error instanceof Problem && error.id === 'not-found'
  const isKnown = isFetchedAfterMount && data !== undefined
  useEffect(() => {
    const verdict = isGone ? { accepted: true as const } : isKnown ? uploadVerdict(kind, data) : undefined
    if (verdict?.accepted === true) uploads.accept(id)
    if (verdict?.accepted === false) uploads.reject(id, verdict.error)
  }, [id, kind, isGone, isKnown, data])
  return null
}

/** Polls less often with time, because hundreds of uploads may wait for an encoder. */
function pollAfter(times: number): number {
  return Math.min(slowestPollMs, firstPollMs * (1 + times / 8))
}
