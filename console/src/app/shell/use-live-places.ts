import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshPlaces } from '../../areas/identity'
import { listenToEvents } from '../../lib/events'

/** Keeps the environments known to the console as the server says them, without asking again and again. */
export function useLivePlaces(environmentId: string): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      listenToEvents(environmentId, {
        onEvent: ({ type }) => {
          if (type === 'environment.created') void refreshPlaces(queries)
        },
        onReconnect: () => void queries.invalidateQueries(),
      }),
    [environmentId, queries],
  )
}
