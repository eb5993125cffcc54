const key = 'kinora.reloadedAt'
const pauseMs = 30_000

/**
 * After an upgrade, an open page requests chunks that no longer exist. Reloads once to get the new ones; if that fails,
 * the error is shown.
 */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', () => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return
      sessionStorage.setItem(key, String(Date.now()))
    } catch {
      // Without session storage the page could reload forever.
      return
    }
    location.reload()
  })
}
