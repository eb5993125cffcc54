// Slow: plays a video and a live stream with ads in real time.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { openAdServer, type TestAdServer } from '../../../server/src/testing/ad-server.ts'
import { h264, makeClip } from '../../../server/src/testing/clips.ts'
import { aacArgs, h264Args, startEncoder } from '../../../server/src/testing/live/encoder.ts'
import { expect, newPerson, type Person, playerWindow, readyClip, test } from '../support/fixtures.ts'

const base = '/video/api/v1'
const shakaPlayer = fileURLToPath(import.meta.resolve('shaka-player'))
let adServer: TestAdServer
let person: Person

/** The part of Shaka's API that a page needs. */
interface Shaka {
  readonly Player: new () => {
    attach(video: HTMLVideoElement): Promise<void>
    load(url: string): Promise<void>
    addEventListener(type: 'error', listener: (event: { readonly detail: unknown }) => void): void
  }
}

/** Notes of a page with Shaka. */
interface Seen {
  readonly errors: string[]
  /** Pictures in the order in which they were shown, each once while it lasts. */
  readonly pictures: string[]
  /** Times at which the picture changed, in seconds. */
  readonly times: number[]
}

declare global {
  interface Window {
    readonly shaka: Shaka
    seen: Seen
  }
}

// Pages of other sites cannot send the addresses of journeys.
test.use({ viewport: playerWindow, extraHTTPHeaders: {} })
test.beforeAll(async () => {
  adServer = await openAdServer()
  person = await newPerson()
})
test.afterAll(() => adServer.close())

/** An ad tag with a single-colored ad. */
async function tagOf(folder: string, color: string, seconds: number): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `color=${color}:s=320x180:r=25:d=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`]
  const clip = await makeClip(join(folder, `${color}.mp4`), ...picture, ...tone, ...h264, '-c:a', 'aac')
  return adServer.offer(`/${color}`, adServer.ad(color, clip, { seconds }))
}

/** Creates a channel, and waits until its ads are ready. */
async function newChannel(settings: Readonly<Record<string, unknown>>): Promise<string> {
  const body = { name: 'Shaka', preroll: true, adServerTimeoutMs: 3000, ...settings }
  const channel = await person.call('POST', `${base}/ssai`, body)
  const tried = async () => JSON.stringify(await person.call('POST', `${base}/ssai/${channel.id}/try`, {}))
  await expect.poll(tried).toMatch(/red.*blue/)
  await expect.poll(tried).not.toContain('"preparing"')
  return String(channel.finalUrl)
}

/** Plays a stream in Shaka on a page of another site. */
async function playInShaka(page: Page, url: string): Promise<void> {
  await page.setContent('<video muted></video>')
  await page.addScriptTag({ path: shakaPlayer })
  await page.evaluate(async (address) => {
    const video = document.querySelector('video') as HTMLVideoElement
    const seen: Seen = { errors: [], pictures: [], times: [] }
    window.seen = seen
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const noteFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      context?.drawImage(video, 0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
      const picture =
        red > 200 && green + blue < 60 ? 'red' : blue > 200 && red + green < 60 ? 'blue' : 'video'
      if (picture !== seen.pictures.at(-1)) {
        seen.pictures.push(picture)
        seen.times.push(mediaTime)
      }
      video.requestVideoFrameCallback(noteFrame)
    }
    video.requestVideoFrameCallback(noteFrame)
    const player = new window.shaka.Player()
    player.addEventListener('error', ({ detail }) => seen.errors.push(JSON.stringify(detail)))
    await player.attach(video)
    await player.load(address)
    await video.play()
  }, url)
}

const seenOn = (page: Page) => page.evaluate(() => window.seen)
const position = (page: Page) =>
  page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)

test('Shaka plays a video with a pre-roll and a mid-roll to its end', async ({ page, folder }) => {
  const { id } = await readyClip(person, { title: 'Harvest festival' })
  await person.call('POST', `${base}/contents/${id}/scte`, { at: 3.5, durationS: 10 })
  const url = await newChannel({
    streamId: id,
    prerollAdTagUrl: await tagOf(folder, 'red', 2),
    midrollAdTagUrl: await tagOf(folder, 'blue', 3),
  })
  await playInShaka(page, url)
  const ended = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)
  await expect.poll(ended).toBe(true)
  const { errors, pictures, times } = await seenOn(page)
  expect(errors).toEqual([])
  expect(pictures).toEqual(['red', 'video', 'blue', 'video'])
  // The break is at 4 s of the video, which is 6 s long.
  for (const [n, expectedS] of [0, 2, 6, 9].entries()) expect(times[n]).toBeCloseTo(expectedS, 0)
  expect(await position(page)).toBeCloseTo(11, 0)
})

test('Shaka plays a live stream with ads, and returns to the stream', async ({ page, folder }) => {
  const { id: streamId } = await person.call('POST', `${base}/livestreams`, { name: 'Final' })
  const { streamKey } = await person.call('GET', `${base}/livestreams/${streamId}/stream_key`)
  const { rtmp } = (await person.call('GET', `${base}/livestreams/${streamId}`)).ingest as { rtmp: string }
  const encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${rtmp}/${streamKey}`])
  try {
    const url = await newChannel({
      streamId,
      prerollAdTagUrl: await tagOf(folder, 'red', 5),
      midrollAdTagUrl: await tagOf(folder, 'blue', 5),
    })
    await playInShaka(page, url)
    const pictures = async () => (await seenOn(page)).pictures
    await expect.poll(pictures).toEqual(['red', 'video'])
    await person.call('POST', `${base}/livestreams/${streamId}/scte`, { durationS: 5, leadS: 2 })
    await expect.poll(pictures).toEqual(['red', 'video', 'blue', 'video'])
    const returnedS = await position(page)
    await expect.poll(() => position(page)).toBeGreaterThan(returnedS + 2)
    expect((await seenOn(page)).errors).toEqual([])
  } finally {
    encoder.process.kill('SIGKILL')
    await encoder.exited
  }
})
