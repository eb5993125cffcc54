import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../lib/events'

/** Records come in bursts: the list is asked for once they pause. */
const PAUSE_MS = 700

/** Keeps the newest records on the screen while `on`. */
export function useLiveTail(environmentId: string, tab: 'events' | 'logs' | 'audit', on: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!on) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [tab] })
      }, PAUSE_MS)
    }
    const stop = listenToEvents(environmentId, {
      onReconnect: soon,
      ...(tab === 'logs' ? { onLog: soon } : { onEvent: soon }),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queries, environmentId, tab, on])
}
