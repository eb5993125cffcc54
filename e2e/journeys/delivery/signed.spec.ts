// Slow: tokens must expire in real time, and the console renews one after 10 s at the earliest.
import { createPrivateKey, createSign } from 'node:crypto'
import { join } from 'node:path'
import { contentWhen, isSettled, uploadFile } from '../../../server/src/testing/client.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import {
  address,
  breaks,
  clientOf,
  expect,
  expectPlaying,
  listenForBreaks,
  type Person,
  playerWindow,
  publishSubtitles,
  readySample,
  shownSubtitles,
  test,
} from '../support/fixtures.ts'
import { playerMenu } from '../support/player-menu.ts'

test('a signed video plays in the console and in an embed with a token, and a copied segment address dies', async ({
  page,
  person,
}) => {
  const { id, playbackId } = await readySample(person)
  await publishSubtitles(person, id, { name: 'Hindi', languageCode: 'hi' }, 'सेकंड', 10)
  await person.call('PUT', `/video/api/v1/contents/${id}`, { playbackPolicy: 'signed' })
  await expect.poll(async () => (await fetch(`${address}/play/${playbackId}.m3u8`)).status).toBe(403)

  await page.goto(`${person.videos}/${id}`)
  await page.locator('media-play-button').click()
  await expectPlaying(page)

  await page.setViewportSize(playerWindow)
  const sign = await signer(person, playbackId)
  const asked = page.waitForRequest((request) => request.url().includes('.m4s'))
  const pictures = ['thumbnail.jpg', 'storyboard.vtt'].map((name) =>
    page.waitForResponse((answer) => answer.url().includes(`/image/${playbackId}/${name}`)),
  )
  await page.goto(`${address}/embed/${playbackId}?token=${sign(20, ['v', 't', 's'])}`)
  for (const picture of pictures) expect((await picture).status()).toBe(200)
  const segment = (await asked).url()
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await playerMenu(page, 'Subtitles').choose('Hindi')
  await expect.poll(() => shownSubtitles(page)).toEqual([['hi', expect.stringMatching(/^सेकंड \d$/)]])
  expect((await fetch(segment)).status).toBe(200)
  await expect.poll(async () => (await fetch(segment)).status).toBe(403)

  // A token only for the video plays it without images, and the player requests none.
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/image/') && !answer.ok()) refused.push(answer.url())
  })
  await page.goto(`${address}/embed/${playbackId}?token=${sign(60, ['v'])}`)
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  expect(refused).toEqual([])

  await page.goto(`${address}/embed/${playbackId}`)
  await expect(page.locator('.error strong')).toBeVisible()
})

test('the console renews its token while a video plays, and nothing stalls', async ({
  page,
  person,
  folder,
}) => {
  // The player loads ten minutes ahead, and seeks to what it has not loaded.
  const clip = await makeClip(join(folder, 'slides.mp4'), ...pattern(720, '64x36', 2), ...h264, '-c:a', 'aac')
  const { id } = await uploadFile(clientOf(person), clip)
  const { playbackId } = await contentWhen(clientOf(person), id, isSettled)
  await person.call('PUT', `/video/api/v1/contents/${id}`, { playbackPolicy: 'signed' })
  const sign = await signer(person, playbackId)
  const given: string[] = []
  await page.route(new RegExp(`/contents/${id}(\\?|$)`), async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const value = sign(20, ['v', 't', 's', 'g'])
    given.push(value)
    const expiresAt = new Date(Date.now() + 20_000).toISOString()
    await route.fulfill({
      response,
      json: { ...(await response.json()), playbackToken: { value, expiresAt } },
    })
  })
  await page.goto(`${person.videos}/${id}`)
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await listenForBreaks(page)
  const [first] = given
  await expect
    .poll(async () => (await fetch(`${address}/play/${playbackId}.m3u8?token=${first}`)).status)
    .toBe(403)

  const video = page.locator('video').first()
  expect(await breaks(page)).toEqual([])
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 700
  })
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(701)
  expect((await breaks(page)).filter((event) => /^(emptied|error|pause)/.test(event))).toEqual([])
  // An answer that is under way must not fail the journey when its page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Creates a signing key and signs tokens for a video, valid for the given seconds. */
async function signer(person: Person, playbackId: string) {
  const { id: kid, privateKey } = await person.call('POST', '/services/api/v1/signingkeys', {
    product: 'video',
  })
  const key = createPrivateKey(Buffer.from(String(privateKey), 'base64'))
  return (seconds: number, audience: readonly string[]) => {
    const exp = Math.floor(Date.now() / 1000) + seconds
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = `${part({ alg: 'RS256', kid })}.${part({ sub: playbackId, aud: audience, exp })}`
    return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`
  }
}
