import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../lib/events'
import type { RecordTab } from './search'

/** Records come in bursts: refetch the list after a pause. */
const PAUSE_MS = 700
/** Changes of members, roles and organizations emit no events, so poll the audit trail. */
const AUDIT_MS = 10_000

/** Keeps the newest records on the screen while `on` is true. */
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
