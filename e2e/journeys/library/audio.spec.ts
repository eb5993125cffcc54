// Slow: a player looks for new audio tracks after 15 s at the earliest.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeClip } from '../../../server/src/testing/clips.ts'
import { choose } from '../support/actions.ts'
import {
  address,
  builtInRole,
  expect,
  expectPlaying,
  joinAs,
  readyClip,
  signIn,
  test,
} from '../support/fixtures.ts'
import { playerMenu } from '../support/player-menu.ts'

const HERTZ = 3000

test('a track is added and described in the console, and played by viewers who select it', async ({
  page,
  person,
  folder,
}) => {
  const { id, playbackId } = await readyClip(person)
  const file = await makeClip(join(folder, 'hindi.m4a'), '-f', 'lavfi', '-i', `sine=f=${HERTZ}:d=7`)
  expect((await stat(file)).size).toBeGreaterThan(0)

  await page.goto(`${person.videos}/${id}`)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Audio tracks' }) })
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await section.getByRole('button', { name: 'Add a track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an audio track' })
  await dialog.getByRole('button', { name: 'Add track' }).click()
  await expect(dialog.getByText('Please select a file to upload')).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('combobox', { name: 'Language' }).fill('Hindi')
  await page.getByRole('option', { name: 'Hindi', exact: true }).click()
  // Its upload is blocked until the page is closed.
  let held = true
  await page.route(/\/storage\/part/, async (route) => {
    if (!held) await route.continue()
  })
  const part = page.waitForRequest(/\/storage\/part/)
  await dialog.getByRole('button', { name: 'Add track' }).click()
  const tray = page.getByRole('region', { name: 'Uploads' })
  await expect(tray.getByText('hindi.m4a')).toBeVisible()
  await part
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(tray.getByRole('button', { name: 'Choose the file' })).toBeVisible()
  held = false
  const chooser = page.waitForEvent('filechooser')
  await tray.getByRole('button', { name: 'Choose the file' }).click()
  const chosen = await chooser
  await expect.poll(() => chosen.element().getAttribute('accept')).toContain('.m4a')
  await chosen.setFiles(file)
  const row = section.getByRole('listitem').filter({ hasText: 'hindi.m4a' })
  await expect(row).toContainText('Dubbed')
  await expect(row.getByText(/Uploading|Waiting|Processing/)).toHaveCount(0)

  await choose(row.getByRole('button', { name: /Hindi/ }), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit “Hindi”' })
  await edit.getByRole('button', { name: 'Purpose' }).click()
  await page.getByRole('option', { name: 'Audio description' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Audio description')

  await page.goto(`${address}/embed/${playbackId}`)
  const menu = playerMenu(page, 'Audio')
  await expect(menu.entries).toHaveText([/./, 'Hindi (audio description)'])
  await expect(menu.entries.first()).toBeChecked()
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.play())
  await expectPlaying(page)
  await listen(page)
  expect(Math.abs((await loudest(page)) - HERTZ)).toBeGreaterThan(200)
  await menu.choose('Hindi (audio description)')
  await expect.poll(async () => Math.abs((await loudest(page)) - HERTZ)).toBeLessThan(60)

  // The player checks for changes periodically and keeps the current audio.
  const path = `/video/api/v1/contents/${id}/audio_tracks`
  const { items } = await person.call('GET', path)
  const added = (items as { id: string; origin: string }[]).find(({ origin }) => origin === 'added')
  await person.call('PUT', `${path}/${added?.id}`, { name: 'हिन्दी' })
  await expect(menu.entries).toHaveText([/./, 'हिन्दी (audio description)'])
  await expect(menu.entries.last()).toBeChecked()
  await expect.poll(async () => Math.abs((await loudest(page)) - HERTZ)).toBeLessThan(60)

  await page.reload()
  await expect(menu.entries.last()).toBeChecked()
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.play())
  await expectPlaying(page)
  await listen(page)
  await expect.poll(async () => Math.abs((await loudest(page)) - HERTZ)).toBeLessThan(60)
  await page.locator('media-controller').press('a')
  await expect(menu.entries.first()).toBeChecked()
  await expect.poll(async () => Math.abs((await loudest(page)) - HERTZ)).toBeGreaterThan(200)

  const viewer = await joinAs(person, await builtInRole(person, 'viewer'))
  const other = await page.context().browser()?.newPage()
  if (other === undefined) throw new Error('there is no browser')
  await signIn(other, viewer)
  await other.goto(`${viewer.videos}/${id}`)
  await expect(other.getByRole('heading', { name: 'Audio tracks' })).toBeVisible()
  await expect(other.getByText('hindi.m4a')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Add a track' })).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Actions for हिन्दी' })).toHaveCount(0)
  await other.close()
})

/** Analyzes the audio of the page's video from now on. */
function listen(page: Page): Promise<void> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.loop = true
    const context = new AudioContext()
    await context.resume()
    const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 })
    context.createMediaElementSource(video).connect(analyser).connect(context.destination)
    Object.assign(window, { analyser })
  })
}

/** The dominant frequency now, in hertz. */
function loudest(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { analyser } = window as unknown as { analyser: AnalyserNode }
    const bins = new Float32Array(analyser.frequencyBinCount)
    analyser.getFloatFrequencyData(bins)
    const at = bins.reduce((best, level, n) => (level > (bins[best] ?? -1000) ? n : best), 0)
    return (at * analyser.context.sampleRate) / analyser.fftSize
  })
}
