import type { TileKind } from '@kinora/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../../lib/events'
import { makeThrottle } from '../../../lib/throttle'
import { refreshSources } from '../queries'
import type { TileParts } from '../slots'

/** Delay that joins the events of one change into one request. */
const PAUSE_MS = 300

/** Keeps the list of what is on air current. */
export function useSourceEvents(environmentId: string, kinds: ReadonlyMap<TileKind, TileParts>): void {
  const queries = useQueryClient()
  const types = Array.from(kinds.values(), ({ objectType }) => objectType).join()
  useEffect(() => {
    const refresh = makeThrottle(PAUSE_MS, () => void refreshSources(queries, environmentId))
    const stop = listenToEvents(environmentId, {
      onEvent: ({ object }) => {
        if (types.split(',').includes(object.type)) refresh.start()
      },
      onReconnect: refresh.start,
    })
    return () => {
      stop()
      refresh.cancel()
    }
  }, [environmentId, queries, types])
}
