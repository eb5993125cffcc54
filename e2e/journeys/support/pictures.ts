import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Folder in which `npm run screens` collects pictures of all screens. */
export const picturesFolder = process.env.KINORA_SCREENS

/** Takes a picture of the whole page. `look` names the folder, `group` and `number` the screen. */
export async function takePicture(
  page: Page,
  { look, group, number }: { look: string; group: string; number: number },
): Promise<void> {
  const folder = join(picturesFolder ?? '', look)
  await mkdir(folder, { recursive: true })
  await page.evaluate(settled, { quietMs: 400, mostMs: 5000 })
  await page.screenshot({
    path: join(folder, `${group} ${number}.png`),
    fullPage: true,
    animations: 'disabled',
  })
}

/** Waits for fonts and images, and until nothing has changed on the page for a while: parts that load late are in the
 * picture too. */
async function settled({ quietMs, mostMs }: { quietMs: number; mostMs: number }): Promise<void> {
  await document.fonts.ready
  const end = performance.now() + mostMs
  let changedAt = performance.now()
  const observer = new MutationObserver(() => {
    changedAt = performance.now()
  })
  observer.observe(document, { subtree: true, childList: true })
  const isSettled = () =>
    performance.now() - changedAt > quietMs &&
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
  while (!isSettled() && performance.now() < end) await new Promise(requestAnimationFrame)
  observer.disconnect()
}
