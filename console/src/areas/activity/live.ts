import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../lib/events'
import type { RecordTab } from './search'

/** Records come in bursts: the list is asked for once they pause. */
const PAUSE_MS = 700
/** Members, roles and organisations make no events: what is written of them is asked for this often. */
const AUDIT_MS = 10_000

/** Keeps the newest records on the screen while `on`. */
export function useLiveTail(environmentId: string, tab: RecordTab, on: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!on || tab !== 'audit') return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: [tab] })
    }, AUDIT_MS)
    return () => clearInterval(timer)
  }, [queries, tab, on])
  useEffect(() => {
    if (!on || tab === 'audit') return
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
