import { CloudSlash } from '@phosphor-icons/react/dist/csr/CloudSlash'
import { WifiSlash } from '@phosphor-icons/react/dist/csr/WifiSlash'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useEventsState } from '../../lib/events'
import { useText } from '../../lib/i18n'

/** Most short interruptions end before the user needs to know. */
const delayMs = 5000

/** Warns that the data may be out of date because the network or the server is unreachable. */
export function OfflineBanner({ environmentId }: { readonly environmentId: string }) {
  const t = useText()
  const online = useOnline()
  const lost = useDelayedTrue(useEventsState(environmentId) === 'lost')
  if (online && !lost) return null
  const Sign = online ? CloudSlash : WifiSlash
  return (
    <div role="status" className="flex min-h-10 items-center gap-3 bg-warn-soft px-4.5 py-2 text-13 text-ink">
      <Sign size={16} className="shrink-0 text-warn" aria-hidden />
      <span>
        <strong className="font-head">{online ? t('app:offline.server') : t('app:offline.network')}</strong>{' '}
        {t('app:offline.stale')}
      </span>
    </div>
  )
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
  )
}

/** True once `so` has been true for `delayMs`. */
function useDelayedTrue(so: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!so) return
    const timer = setTimeout(() => setLasting(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [so])
  return so && lasting
}
