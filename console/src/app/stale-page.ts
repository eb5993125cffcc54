const key = 'kinora.reloadedAt'
const pauseMs = 30_000

/**
 * After an upgrade, a page that is still open asks for parts that are gone. One reload brings the new ones; if
 * that does not help, the error is shown.
 */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', () => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return
      sessionStorage.setItem(key, String(Date.now()))
    } catch {
      // Without a memory it could go round for ever.
      return
    }
    location.reload()
  })
}
