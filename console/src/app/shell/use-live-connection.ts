import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../../areas/identity'
import { listenToEvents } from '../../lib/events'

/** Keeps the environment's event stream open on every screen. Refetches the visible data after a reconnect. */
export function useLiveConnection(environmentId: string): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      listenToEvents(environmentId, {
        onReconnect: () => void queries.invalidateQueries(),
        // An administrator has changed this user's role or removed the user.
        onRefused: () => void queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      }),
    [environmentId, queries],
  )
}
