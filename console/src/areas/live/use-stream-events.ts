import type { Event } from '@kinora/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../lib/events'
import { makeThrottle } from '../../lib/throttle'
import { refreshStreams } from './queries'

/** Delay that joins the events of one state change into one refetch. */
const pauseMs = 300

/** Keeps live streams current while a screen shows them. With `asset` also their recordings and clips, with
 * `planned_recording` also those. */
export function useStreamEvents(
  environmentId: string,
  other: Extract<Event['object']['type'], 'asset' | 'planned_recording'> | null = null,
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
