import type { Event } from '@kinora/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../lib/events'
import { makeThrottle } from '../../lib/throttle'
import { refreshStreams } from './queries'

/** A change of state has several events. */
const pauseMs = 300

/** Keeps live streams current while a screen shows them; with `asset` their recordings and clips as well. */
export function useStreamEvents(
  environmentId: string,
  other: Extract<Event['object']['type'], 'asset'> | null = null,
): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = makeThrottle(pauseMs, () => void refreshStreams(queries, environmentId))
    const stop = listenToEvents(environmentId, {
      onEvent: ({ object }) => {
        if (object.type === 'live_stream' || object.type === other) refresh.start()
      },
      onReconnect: refresh.start,
    })
    return () => {
      stop()
      refresh.cancel()
    }
  }, [environmentId, queries, other])
}
