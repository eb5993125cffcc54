// Slow: videos play to their ends, and one while it is still encoded.
import { join } from 'node:path'
import { contentWhen, isSettled, uploadFile } from '../../../server/src/testing/client.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import {
  address,
  breaks,
  clientOf,
  expect,
  expectPlaying,
  listenForBreaks,
  listenForStalls,
  publishSubtitles,
  shownSubtitles,
  stalls,
  test,
} from '../support/fixtures.ts'
import { playerMenu } from '../support/player-menu.ts'

test('a player that starts at the first segment gets higher renditions later without interrupting video or subtitles', async ({
  page,
  person,
  folder,
}) => {
  // Higher qualities take longer on a busy machine.
  test.setTimeout(patient(420_000))
  const clip = await makeClip(
    join(folder, 'harvest.avi'),
    ...pattern(100, '640x360', 12),
    '-c:v',
    'mpeg4',
    '-b:v',
    '1M',
    '-c:a',
    'mp3',
  )
  const { id } = await uploadFile(clientOf(person), clip)
  await publishSubtitles(person, id, { name: 'العربية', languageCode: 'ar' }, 'الثانية', 100)
  await expect
    .poll(async () => (await person.call('GET', `/video/api/v1/contents/${id}`)).playable)
    .toBe(true)
  await page.goto(`${person.videos}/${id}`)
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await listenForBreaks(page)
  await playerMenu(page, 'Subtitles').choose('العربية')
  const arabic = [['ar', expect.stringMatching(/^الثانية \d+$/)]]
  await expect.poll(() => shownSubtitles(page)).toEqual(arabic)

  const video = page.locator('video').first()
  const height = () => video.evaluate((element: HTMLVideoElement) => element.videoHeight)
  const before = await height()
  // Slowly, so that the video does not end before the finer qualities are encoded.
  await video.evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 0.3
  })
  await expect.poll(height, { timeout: patient(300_000) }).toBeGreaterThan(before)
  await expect.poll(() => shownSubtitles(page)).toEqual(arabic)
  expect(await breaks(page)).toEqual([])

  // Not loaded before, so the new hls.js instance loads it.
  await video.evaluate((element: HTMLVideoElement) => {
    element.pause()
    element.currentTime = 97.5
  })
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 97']])
})

test('every rendition plays to its end through switches and seeks without stalling', async ({
  page,
  person,
  folder,
}) => {
  const clip = await makeClip(
    join(folder, 'parade.mp4'),
    ...pattern(16, '854x480', 24),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '48',
    '-c:a',
    'aac',
  )
  const { id } = await uploadFile(clientOf(person), clip)
  const whole = async () => (await person.call('GET', `/video/api/v1/contents/${id}`)).progress
  await expect.poll(whole).toBe(1)
  const { playbackId } = await person.call('GET', `/video/api/v1/contents/${id}`)
  await page.goto(`${address}/embed/${playbackId}`)
  const video = page.locator('video').first()
  const quality = playerMenu(page, 'Quality')
  await expect(quality.entries).toHaveCount(4)
  await listenForStalls(page)

  const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const seek = (seconds: number) =>
    video.evaluate((element: HTMLVideoElement, to) => {
      element.currentTime = to
    }, seconds)
  const height = () => video.evaluate((element: HTMLVideoElement) => element.videoHeight)
  const play = (speed: number) =>
    video.evaluate((element: HTMLVideoElement, rate) => {
      element.playbackRate = rate
      return element.play()
    }, speed)
  const ended = () => video.evaluate((element: HTMLVideoElement) => element.ended)

  for (const name of ['240p', '360p', '480p']) {
    await quality.choose(name)
    await seek(0)
    await play(4)
    await expect.poll(height).toBe(Number.parseInt(name, 10))
    await expect.poll(ended).toBe(true)
    expect(await height()).toBe(Number.parseInt(name, 10))
  }

  await seek(0)
  await play(1)
  for (const [name, to] of [
    ['240p', 3],
    ['480p', 2],
    ['360p', 13],
  ] as const) {
    const before = await at()
    await quality.choose(name)
    await expect.poll(height).toBe(Number.parseInt(name, 10))
    expect(await at()).toBeGreaterThan(before)
    await seek(to)
    await expect.poll(at).toBeGreaterThan(to + 0.5)
  }
  await expect.poll(ended).toBe(true)

  // Chosen while a segment loads before others that are already buffered.
  await seek(9)
  await play(1)
  await quality.choose('240p')
  const first = () => video.evaluate((element: HTMLVideoElement) => element.buffered.start(0))
  await expect.poll(first).toBeGreaterThan(4)
  const arrival = Promise.withResolvers<void>()
  await page.route(/seg-00001/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  const onItsWay = page.waitForRequest(/seg-00001/)
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await seek(2)
  await expect.poll(first).toBeLessThan(1)
  await onItsWay
  await quality.choose('480p')
  arrival.resolve()
  await play(1)
  await expect.poll(height).toBe(480)
  expect((await stalls(page)).filter(({ lastedMs }) => lastedMs > 500)).toEqual([])
})

test('a video in several codecs plays, and offers each size once', async ({ page, person, folder }) => {
  const profiles = `/video/api/v1/encoding_profiles`
  const capabilities = await person.call('GET', `${profiles}/capabilities`)
  const second = JSON.stringify(capabilities.codecs).includes('vp9') ? ['vp9'] : []
  const { id: profileId } = await person.call('POST', profiles, {
    name: 'Two codecs',
    codecs: ['h264', ...second],
    rungs: [
      { lines: 144, maxKbps: 200 },
      { lines: 240, maxKbps: 400 },
    ],
    maxFrameRate: null,
    audio: { kbps: 64, channels: 'stereo', loudness: null, asRung: true },
    watermark: null,
    keepsOriginal: false,
    perTitle: false,
  })
  await person.call('POST', `${profiles}/${profileId}/default`)
  const clip = await makeClip(join(folder, 'two.mp4'), ...pattern(6, '426x240'), ...h264, '-c:a', 'aac')
  const { id } = await uploadFile(clientOf(person), clip)
  const { playbackId } = await contentWhen(clientOf(person), id, isSettled)
  const playlist = await (await fetch(`${address}/play/${playbackId}.m3u8`)).text()
  expect(playlist.includes('vp09.')).toBe(second.length > 0)
  await page.goto(`${address}/embed/${playbackId}`)
  const video = page.locator('video').first()
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  // The size changes with the next segment, which a slow machine would have played by now.
  await video.evaluate((element: HTMLVideoElement) => {
    element.pause()
    element.currentTime = 0
  })
  const quality = playerMenu(page, 'Quality')
  await expect(quality.entries).toHaveText([/^Auto/, '240p', '144p'])
  await quality.choose('144p')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  const height = () => video.evaluate((element: HTMLVideoElement) => element.videoHeight)
  await expect.poll(height).toBe(144)
})
