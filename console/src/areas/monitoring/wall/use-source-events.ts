import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../../lib/events'
import { makeThrottle } from '../../../lib/throttle'
import { refreshSources } from '../queries'

/** Delay that joins the events of one change into one request. */
const PAUSE_MS = 300

/** Keeps the list of what is on air current. */
export function useSourceEvents(environmentId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = makeThrottle(PAUSE_MS, () => void refreshSources(queries, environmentId))
    const stop = listenToEvents(environmentId, {
      onEvent: ({ object }) => {
        if (object.type === 'live_stream') refresh.start()
      },
      onReconnect: refresh.start,
    })
    return () => {
      stop()
      refresh.cancel()
    }
  }, [environmentId, queries])
}
