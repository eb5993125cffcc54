// Slow: renders and uploads pictures of a video.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { makeClip, testCard } from '../../../server/src/testing/clips.ts'
import { choose } from '../support/actions.ts'
import { builtInRole, expect, joinAs, readySample, signIn, test } from '../support/fixtures.ts'

/** A section of the page by its heading. */
function part(page: Page, name: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

test('thumbnails of a video are captured, uploaded, chosen as its poster, animated, and deleted', async ({
  page,
  person,
  folder,
  browser,
}) => {
  const { id } = await readySample(person)
  await page.goto(`${person.videos}/${id}`)
  await page.getByRole('link', { name: 'Thumbnails' }).click()
  await expect(page.getByText('No saved frames yet')).toBeVisible()
  const kept = part(page, 'Saved frames').getByRole('listitem')

  // At the playhead, and frame by frame with the keyboard only.
  const save = page.getByRole('button', { name: 'Save frame' })
  await expect(save).toBeEnabled()
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 4
  })
  await expect(page.getByText(/^Playhead 00:00:04$/)).toBeVisible()
  await page.locator('h1').click()
  await page.keyboard.press('.')
  await expect(page.getByText(/^Playhead 00:00:04\.0[34]/)).toBeVisible()
  await page.keyboard.press(',')
  await page.keyboard.press('s')
  await expect(kept).toHaveCount(1)
  await expect(kept.getByText(/^00:00:0[34]/)).toBeVisible()

  // On the strip of frames, by pointer and key. The frame becomes the poster in one step.
  const strip = page.getByRole('slider', { name: 'Frame' })
  const box = await strip.boundingBox()
  if (!box) throw new Error('the strip is not visible')
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })
  await page.mouse.click(at(0.7).x, at(0.7).y)
  await expect(strip).toHaveAttribute('aria-valuetext', /^00:00:0[67]/)
  await strip.press('Home')
  await strip.press('Shift+ArrowRight')
  await strip.press('Shift+ArrowRight')
  await expect(strip).toHaveAttribute('aria-valuetext', '00:00:02')
  const current = part(page, 'Poster')
  await expect(current.getByText('Automatic poster')).toBeVisible()
  await page.getByRole('button', { name: 'Use as poster' }).click()
  await expect(current.getByText('Frame at 00:00:02')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Frames of the video' }).getByText('Poster')).toBeVisible()
  await expect(kept).toHaveCount(2)

  // A drag on the strip selects a part for a GIF, and the keyboard changes it.
  const gif = part(page, 'GIF')
  await page.mouse.move(at(0.2).x, at(0.2).y)
  await page.mouse.down()
  await page.mouse.move(at(0.3).x, at(0.3).y, { steps: 4 })
  await page.mouse.up()
  await expect(gif.getByText(/^00:00:0[12].* – 00:00:0[23]/)).toBeVisible()
  await gif.getByRole('button', { name: 'Clear' }).click()
  await strip.press('Home')
  await gif.getByRole('button', { name: 'Select 3 s from the playhead' }).click()
  const end = page.getByRole('slider', { name: 'End' })
  await end.press('Shift+ArrowLeft')
  await end.press('Shift+ArrowLeft')
  await gif.getByRole('button', { name: 'Create GIF' }).click()
  await expect(kept.filter({ hasText: '00:00:00 – 00:00:01' })).toBeVisible()

  // By its time.
  await page.getByText('Enter times').click()
  const byTime = part(page, 'Frame by time')
  await byTime.getByLabel('Time', { exact: true }).fill('1:2')
  await byTime.getByLabel('Width').fill('wide')
  await byTime.getByRole('button', { name: 'Save frame' }).click()
  await expect(byTime.getByText('Please enter hh:mm:ss format')).toBeVisible()
  await expect(byTime.getByText('Width and height digits only')).toBeVisible()
  await byTime.getByLabel('Width').fill('160')
  await byTime.getByLabel('Time', { exact: true }).fill('00:01:00')
  await byTime.getByRole('button', { name: 'Save frame' }).click()
  await expect(byTime.getByText('Please enter the time less than length of the video')).toBeVisible()
  await byTime.getByLabel('Time', { exact: true }).fill('00:00:02.500')
  await byTime.getByRole('button', { name: 'Save frame' }).click()
  await expect(kept.getByText('160 × 90')).toBeVisible()

  // An upload.
  const upload = part(page, 'Upload')
  const [wrong, small, right] = ['poster.svg', 'small.png', 'stadium.png'].map((name) => join(folder, name))
  await writeFile(wrong ?? '', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await makeClip(small ?? '', ...testCard('74x60'))
  await makeClip(right ?? '', ...testCard('320x180'))
  const chooser = upload.locator('input[type=file]')
  await chooser.setInputFiles(wrong ?? '')
  await expect(upload.getByText('Invalid format,Only images(.jpeg,png,jpg) are allowed')).toBeVisible()
  await chooser.setInputFiles(small ?? '')
  await expect(upload.getByText('The image is smaller than 75 × 60 pixels')).toBeVisible()
  await chooser.setInputFiles(right ?? '')
  const uploaded = kept.filter({ hasText: 'stadium.png' })
  await expect(uploaded).toBeVisible()

  // The poster, also in the list of videos.
  await choose(uploaded.getByRole('button', { name: /Actions for/ }), 'Set as poster')
  await expect(uploaded.getByText('Poster', { exact: true })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Videos' }).first().click()
  const thumb = page.locator('img[src*="/thumbnail."]').first()
  // Twice as wide as it is shown, and not of 320 pixels.
  await expect
    .poll(() => thumb.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(128)
  await page.goBack()

  // A GIF of exact times.
  await page.getByText('Enter times').click()
  const exact = part(page, 'GIF by time')
  await kept.filter({ hasText: '00:00:02.500' }).getByRole('button').first().click()
  await exact.getByRole('button', { name: 'Start at the playhead' }).click()
  await expect(exact.getByLabel('Start', { exact: true })).toHaveValue('00:00:02.500')
  await exact.getByLabel('End', { exact: true }).fill('00:00:03.500')
  await exact.getByRole('button', { name: 'Create GIF' }).click()
  const moving = kept.filter({ hasText: '00:00:02.500 – 00:00:03.500' })
  await expect(moving.getByText('320 × 180')).toBeVisible()
  await expect(moving.locator('img')).toHaveAttribute('src', /\.jpg\?width/)
  await moving.hover()
  await expect(moving.locator('img')).toHaveAttribute('src', /\.gif$/)

  // After the poster is removed, the generated one returns.
  await choose(uploaded.getByRole('button', { name: /Actions for/ }), 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText('The video gets its automatic poster back.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(uploaded).toHaveCount(0)
  const { poster } = await person.call('GET', `/video/api/v1/contents/${id}`)
  expect(poster).toContain('v=drawn')

  // Viewers are offered no changes.
  const viewer = await joinAs(person, await builtInRole(person, 'viewer'))
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await signIn(theirs, viewer)
  await theirs.goto(`${viewer.videos}/${id}/thumbnails`)
  const seen = part(theirs, 'Saved frames').getByRole('listitem').first()
  await seen.hover()
  await seen.getByRole('button', { name: /Actions for/ }).click()
  await expect(theirs.getByRole('menuitem')).toHaveText(['Copy link', 'Download'])
  await expect(theirs.getByRole('button', { name: 'Save frame', includeHidden: true })).toHaveCount(0)
  await expect(part(theirs, 'Upload')).toHaveCount(0)
  await context.close()
})
