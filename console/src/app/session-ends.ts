import i18next from 'i18next'
import { addressAfterActing, onSessionEnd, wasActingRefused } from '../lib/session'
import { toast } from '../ui/toast-store'
import { queries } from './queries'
import { router } from './router'

/** Where one can be without a session. */
const entrances = /^\/(signin|signup|reset|invite)(\/|$)/

/**
 * Leads to where one goes when a session ends, and forgets what it has shown. No screen may ask whether to stay: what was
 * typed there can no longer be saved.
 */
export function followSession(): void {
  onSessionEnd((why) => {
    // Somebody else from here on: nothing of the page's memory may be left. First, others hear of it too.
    if (why === 'acting') return startAnew(() => location.replace(addressAfterActing()))
    if (why === 'replaced') return startAnew(() => location.reload())
    const { pathname, href } = router.state.location
    if (entrances.test(pathname)) return queries.clear()
    if (why === 'refused') toast({ text: i18next.t('problems.session-expired') })
    const search = why === 'left' ? {} : { back: href }
    const away = router.navigate({ to: '/signin', search, replace: true, ignoreBlocker: true })
    // Not before: the screen that is left would ask for it again.
    void away.then(() => queries.clear())
  })
}

function startAnew(go: () => void): void {
  queueMicrotask(() => {
    router.history.destroy()
    go()
  })
}

/** After a page that started anew by itself: why it did. */
export function sayWhatEnded(): void {
  if (wasActingRefused()) toast({ text: i18next.t('identity:impersonation.over') })
}
