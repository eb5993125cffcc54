import { currentText } from '../lib/i18n'
import { addressAfterActing, onSessionEnd, wasActingRefused } from '../lib/session'
import { toast } from '../ui/toast-store'
import { queries } from './queries'
import { router } from './router'

/** Paths that need no session. */
const publicPaths = /^\/(signin|signup|reset|invite)(\/|$)/

/**
 * Navigates away when the session ends and clears the cached data. Ignores unsaved-changes prompts, because nothing can
 * be saved without a session.
 */
export function handleSessionEnd(): void {
  onSessionEnd((why) => {
    // The user has changed: reload, so that nothing stays in memory. Notify other listeners first.
    if (why === 'acting') return reloadPage(() => location.replace(addressAfterActing()))
    if (why === 'replaced') return reloadPage(() => location.reload())
    const { pathname, href } = router.state.location
    if (publicPaths.test(pathname)) return queries.clear()
    if (why === 'refused') toast({ text: currentText()('problems.session-expired') })
    const search = why === 'left' ? {} : { back: href }
    const away = router.navigate({ to: '/signin', search, replace: true, ignoreBlocker: true })
    // Clear only after the navigation: the old screen would fetch the data again.
    void away.then(() => queries.clear())
  })
}

function reloadPage(go: () => void): void {
  queueMicrotask(() => {
    router.history.destroy()
    go()
  })
}

/** After a reload that the page caused: shows the reason. */
export function showSessionEndReason(): void {
  if (wasActingRefused()) toast({ text: currentText()('identity:impersonation.over') })
}
