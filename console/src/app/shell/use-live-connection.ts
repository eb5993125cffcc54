import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../../areas/identity'
import { listenToEvents } from '../../lib/events'

/** Holds the environment's stream of events open on every screen; after a break, what is shown is asked for anew. */
export function useLiveConnection(environmentId: string): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      listenToEvents(environmentId, {
        onReconnect: () => void queries.invalidateQueries(),
        // Somebody has changed this person's role, or taken them out.
        onRefused: () => void queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      }),
    [environmentId, queries],
  )
}
