import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../lib/events'

/** Holds the environment's stream of events open on every screen; after a break, what is shown is asked for anew. */
export function useLiveConnection(environmentId: string): void {
  const queries = useQueryClient()
  useEffect(
    () => listenToEvents(environmentId, { onReconnect: () => void queries.invalidateQueries() }),
    [environmentId, queries],
  )
}
