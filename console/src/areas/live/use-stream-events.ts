import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../lib/events'
import { makeThrottle } from '../../lib/throttle'
import { refreshStreams } from './queries'

/** A change of state has several events. */
const pauseMs = 300

/** Keeps live streams current while a screen shows them. */
export function useStreamEvents(environmentId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = makeThrottle(pauseMs, () => void refreshStreams(queries, environmentId))
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
