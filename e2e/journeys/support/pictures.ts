import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Where `npm run screens` collects pictures of all screens. */
export const picturesFolder = process.env.KINORA_SCREENS

/** Takes a picture of the whole page. `look` names the folder, `group` and `number` the screen. */
export async function takePicture(
  page: Page,
  { look, group, number }: { look: string; group: string; number: number },
): Promise<void> {
  const folder = join(picturesFolder ?? '', look)
  await mkdir(folder, { recursive: true })
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({
    path: join(folder, `${group} ${number}.png`),
    fullPage: true,
    animations: 'disabled',
  })
}
