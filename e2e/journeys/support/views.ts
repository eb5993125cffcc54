import type { ViewEvent } from '@kinora/contract'
import type { Page } from '@playwright/test'

/** The events of views that the player reports from now on, without those of ads. Playwright does not see a body that is a
 * blob. */
export async function noteViews(page: Page): Promise<ViewEvent[]> {
  const views: ViewEvent[] = []
  await page.exposeFunction('noteBeacon', (body: string) => {
    const { events } = JSON.parse(body) as { readonly events: readonly object[] }
    views.push(...events.filter((event): event is ViewEvent => 'viewId' in event))
  })
  await page.addInitScript(() => {
    const { noteBeacon } = window as unknown as { noteBeacon: (body: string) => void }
    const send = window.fetch
    window.fetch = async (url, init) => {
      if (init?.body instanceof Blob) noteBeacon(await init.body.text())
      return send(url, init)
    }
  })
  return views
}
