// Slow: a video is embedded into sites of its own, which may and may not show it.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator } from '@playwright/test'
import { encode } from 'uqr'
import { expectAccessible } from '../support/accessibility.ts'
import { choose, toggle } from '../support/actions.ts'
import {
  address,
  builtInRole,
  expect,
  expectPlaying,
  joinAs,
  publishSubtitles,
  readySample,
  shownSubtitles,
  signIn,
  test,
} from '../support/fixtures.ts'

// The preview has no origin: the browser would ask before it sends a header of the tests.
test.use({ extraHTTPHeaders: {} })

test('options of the share dialog apply to the embed code, the preview and the QR code', async ({
  page,
  person,
}) => {
  const { id, playbackId } = await readySample(person)
  const title = 'Harvest <b>"festival"</b>'
  await person.call('PUT', `/video/api/v1/contents/${id}`, { title })
  await publishSubtitles(person, id, { name: 'Telugu', languageCode: 'te' }, 'పండుగ', 10)
  await page.goto(`${person.videos}/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${address}/watch/${playbackId}`)).toBeVisible()
  await expectAccessible(page)

  await toggle(dialog.getByRole('checkbox', { name: 'Autoplay' }))
  await toggle(dialog.getByRole('checkbox', { name: 'Loop' }))
  await toggle(dialog.getByRole('checkbox', { name: 'Show controls' }))
  await dialog.getByRole('textbox', { name: 'Start at' }).fill('00:00:04')
  const logo = dialog.getByRole('textbox', { name: 'Logo URL' })
  await logo.fill('http://127.0.0.1/logo.png')
  await expect(dialog.getByText('Enter a URL that begins with https://')).toBeVisible()
  await logo.fill('https://127.0.0.1:9/logo.png')
  await dialog.getByRole('button', { name: /Default subtitles/ }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Telugu' }).click()
  await dialog.getByRole('radio', { name: 'Fixed size' }).click()
  const code = await dialog.getByRole('textbox', { name: 'Embed code' }).inputValue()
  const query = `t=4&autoplay=1&loop=1&controls=0&captions=te&logo=${encodeURIComponent('https://127.0.0.1:9/logo.png')}`
  expect(code).toContain(`src="${address}/embed/${playbackId}?${query.replaceAll('&', '&amp;')}"`)
  expect(code).toContain('title="Harvest &lt;b&gt;&quot;festival&quot;&lt;/b&gt;" width="640" height="360"')

  const preview = dialog.locator('iframe')
  await expect(preview).toHaveAttribute('src', `${address}/embed/${playbackId}?${query}`)
  const video = preview.contentFrame().locator('video')
  await expect
    .poll(() => video.evaluate(({ currentTime, paused }: HTMLVideoElement) => !paused && currentTime > 4))
    .toBe(true)
  expect(await video.evaluate(({ muted, loop }: HTMLVideoElement) => muted && loop)).toBe(true)
  await expect(preview.contentFrame().locator('media-play-button')).toBeHidden()

  const path = pathOf(`${address}/watch/${playbackId}`)
  await expect(dialog.locator('svg[role=img] path')).toHaveAttribute('d', path)
  for (const [kind, begins] of [
    ['SVG', '<svg xmlns='],
    ['PNG', '\x89PNG'],
  ] as const) {
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Save the QR code as ${kind}` }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(new RegExp(`^Harvest .*festival.*\\.${kind.toLowerCase()}$`))
    const bytes = await readFile(await file.path())
    expect(bytes.toString('latin1').startsWith(begins)).toBe(true)
    if (kind === 'SVG') expect(bytes.toString()).toContain(`d="${path}"`)
  }
})

test('the watch page plays and describes the video without signing in', async ({ page, person, context }) => {
  const { id, playbackId } = await readySample(person)
  const attack = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script></title>'
  await person.call('PUT', `/video/api/v1/contents/${id}`, {
    title: attack,
    description: `${attack}\nTwo days`,
  })
  await publishSubtitles(person, id, { name: 'Telugu', languageCode: 'te' }, 'పండుగ', 10)
  const viewer = await context.newPage()
  await viewer.setViewportSize({ width: 390, height: 844 })
  await viewer.goto(`${address}/watch/${playbackId}?lang=ar&captions=te`)
  await expect(viewer.getByRole('banner')).toContainText('Deccan Television')
  await expect(viewer.getByRole('heading', { level: 1 })).toHaveText(attack)
  await expect(viewer.getByText('Two days')).toBeVisible()
  await expect(viewer.getByText(/^نُشر في/)).toBeVisible()
  await expect(viewer.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(viewer)
  await viewer.locator('media-play-button').click()
  await expectPlaying(viewer)
  await expect.poll(() => shownSubtitles(viewer)).toEqual([['te', expect.stringMatching(/^పండుగ \d$/)]])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The menu offers the current time from the first second on.
  const time = () => viewer.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(time).toBeGreaterThanOrEqual(1)
  await viewer.getByRole('button', { name: 'مشاركة' }).click()
  await viewer.keyboard.press('ArrowDown')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('menuitem', { name: 'نُسخ الرابط', exact: true })).toBeVisible()
  const copied = await viewer.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${address}/watch/${playbackId}\\?t=\\d+$`))
  await viewer.keyboard.press('Escape')
  await expect(viewer.getByRole('button', { name: 'مشاركة' })).toBeFocused()
  expect(await viewer.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await viewer.title()).toBe(attack)
  const data = await viewer.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'VideoObject', name: attack })

  // Only people who can change it see the warning.
  const reader = await joinAs(person, await builtInRole(person, 'viewer'))
  const theirs = await (await context.browser())?.newPage()
  if (!theirs) throw new Error('there is no browser')
  await signIn(theirs, reader)
  await theirs.goto(`${person.videos}/${id}`)
  await expect(theirs.getByRole('button', { name: 'Share' })).toBeVisible()
  await theirs.getByRole('link', { name: 'Access' }).click()
  await expect(theirs.getByText('Default ID')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Add a playback ID' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Actions for Default ID' }).click()
  await expect(theirs.getByRole('menuitem')).toHaveText(['Share'])
  await theirs.close()

  const faults: string[] = []
  viewer.on('pageerror', ({ message }) => faults.push(message))
  await person.call('PUT', `/video/api/v1/contents/${id}`, { playbackPolicy: 'signed' })
  await expect.poll(async () => (await viewer.reload())?.status()).toBe(403)
  await expect(viewer.locator('.error strong')).toBeVisible()
  expect(await viewer.title()).not.toContain('onerror')
  expect(faults).toEqual([])
  await page.close()
})

test('a video plays only on the sites that it is limited to', async ({ page, person, context }) => {
  const { id } = await readySample(person)
  await page.goto(`${person.videos}/${id}/access`)
  await page.getByRole('button', { name: 'Add a playback ID' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Partners')
  const sites = dialog.getByRole('textbox', { name: 'Allowed domains' })
  await sites.fill('https://localhost/')
  await sites.press('Enter')
  await dialog.getByRole('button', { name: 'Add ID' }).click()
  await expect(dialog.getByText('Enter a domain such as example.com')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove https://localhost/' }).click()
  await sites.fill('LOCALHOST')
  await sites.press('Enter')
  const day = dialog.getByRole('spinbutton', { name: 'day, Available from' })
  await day.press('1')
  await dialog.getByRole('button', { name: 'Add ID' }).click()
  await expect(dialog.getByText('Complete the date')).toBeVisible()
  await day.press('Backspace')
  await dialog.getByRole('button', { name: 'Add ID' }).click()
  await expect(page.getByText(/Only on .localhost./)).toBeVisible()

  const { items } = await person.call('GET', `/video/api/v1/contents/${id}/playback_ids`)
  const made = (items as { id: string; name: string }[]).find(({ name }) => name === 'Partners')
  const embed = `${address}/embed/${made?.id}`
  const site = await startSite(embed)
  try {
    const viewer = await context.newPage()
    const framed = async (host: string, policy = ''): Promise<FrameLocator> => {
      await viewer.goto(`http://${host}:${site.port}/?${policy}`)
      return viewer.frameLocator('iframe')
    }
    const allowed = await framed('localhost')
    await allowed.locator('media-play-button').click()
    await expect
      .poll(() => allowed.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
      .toBeGreaterThan(0.5)
    const refused = await framed('127.0.0.1')
    await expect(refused.locator('.error strong')).toHaveText('This video cannot be played on this site')
    // Pages without a referrer get the response, but the browser blocks its display.
    const blocked = viewer.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await framed('127.0.0.1', 'no-referrer')
    await blocked
    await expect(viewer.frameLocator('iframe').locator('media-play-button')).toHaveCount(0)

    // Members can still watch it in the console.
    await choose(page.getByRole('button', { name: 'Actions for Partners' }), 'Share')
    await expect(page.locator('iframe').contentFrame().locator('media-play-button')).toBeVisible()
    await page.keyboard.press('Escape')
    await choose(page.getByRole('button', { name: 'Actions for Partners' }), 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(/Only on .localhost./)).toBeHidden()
    await expect.poll(async () => (await fetch(embed)).status).toBe(404)
  } finally {
    await site.stop()
  }
})

/** Dark modules of a QR code as SVG path, inside the quiet zone of four modules. */
function pathOf(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

/** Another site that embeds the video. The query sets its referrer policy. */
async function startSite(embed: string): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer(({ url = '' }, response) => {
    const policy = new URL(url, 'http://localhost').search.slice(1) || 'strict-origin-when-cross-origin'
    response.writeHead(200, { 'content-type': 'text/html', 'referrer-policy': policy })
    response.end(`<!doctype html><iframe src="${embed}" width="640" height="360"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
