import { createPrivateKey, createSign } from 'node:crypto'
import { address, expect, expectPlaying, readySample, test } from './fixtures.ts'

test('a signed video plays in the console and in an embed with a token, and a copied segment address dies', async ({
  page,
  person,
}) => {
  const { id, playbackId } = await readySample(person)
  await person.call('PUT', `/video/api/v1/contents/${id}`, { playbackPolicy: 'signed' })
  await expect.poll(async () => (await fetch(`${address}/play/${playbackId}.m3u8`)).status).toBe(403)

  await page.goto(`${person.videos}/${id}`)
  await page.locator('media-play-button').click()
  await expectPlaying(page)

  const { id: kid, privateKey } = await person.call('POST', '/services/api/v1/signingkeys', {
    product: 'video',
  })
  const key = createPrivateKey(Buffer.from(String(privateKey), 'base64'))
  const sign = (seconds: number) => {
    const exp = Math.floor(Date.now() / 1000) + seconds
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = `${part({ alg: 'RS256', kid })}.${part({ sub: playbackId, aud: ['v', 't', 's'], exp })}`
    return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`
  }
  const asked = page.waitForRequest((request) => request.url().includes('.m4s'))
  await page.goto(`${address}/embed/${playbackId}?token=${sign(20)}`)
  const segment = (await asked).url()
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  expect((await fetch(segment)).status).toBe(200)
  await expect.poll(async () => (await fetch(segment)).status, { timeout: 40_000 }).toBe(403)

  await page.goto(`${address}/embed/${playbackId}`)
  await expect(page.locator('.error strong')).toBeVisible()
})
