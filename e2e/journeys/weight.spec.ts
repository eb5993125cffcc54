import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import {
  address,
  expect,
  newPerson,
  type Person,
  readyClip,
  readySample,
  signIn,
  test,
} from './support/fixtures.ts'

interface Screen {
  readonly url: string
  /** The signed-in person. */
  readonly person?: Person
  /** Present once the screen shows its content. */
  readonly content: string
}

/** Areas of the console. Each adds at most a kilobyte to a first load: its entry in the sidebar, and the addresses of its
 * screens and calls. */
const areas = readdirSync(join(import.meta.dirname, '../../console/src/areas')).length

/**
 * The most that a browser with an empty cache may load, in English: kilobytes over the wire with headers, without
 * segments of the video, and files of the build. Time differs between machines, bytes do not.
 */
const budgets = [
  // The key of the browser's storage, in the page and in a cookie, weighs half a kilobyte.
  { screen: 'sign-in', kilobytes: 137 + areas, files: 6, prepare: signInScreen },
  // Slots for tiles of walls and for costs weigh half a kilobyte; so do the calls of accounts and posts.
  { screen: 'the list of videos', kilobytes: 251 + areas, files: 9, prepare: listScreen },
  { screen: 'a video', kilobytes: 392 + areas, files: 14, prepare: videoScreen },
  // Reporting views comes with the first Play and adds only its start here. Subtitles that wait for ads add half a kilobyte.
  { screen: 'the watch page', kilobytes: 178, files: 6, prepare: watchPage },
] as const
const mostRequests = 26

for (const { screen, kilobytes, files, prepare } of budgets) {
  test(`a browser that opens ${screen} for the first time loads no more than its budget`, async ({
    browser,
  }) => {
    const loaded = await loadOf(browser, await prepare())
    const report = loaded
      .toSorted((one, other) => other.bytes - one.bytes)
      .map(({ bytes, encoding, path }) => `${bytes} ${encoding} ${path}`)
      .join('\n')
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total / 1000, report).toBeLessThanOrEqual(kilobytes)
    expect(loaded.length, report).toBeLessThanOrEqual(mostRequests)
    const built = loaded.filter(({ path }) => path.includes('/assets/'))
    expect(built.length, report).toBeLessThanOrEqual(files)
    const code = built.filter(({ path }) => /\.(?:js|css)$/.test(path))
    expect(code.filter(({ encoding }) => encoding !== 'br')).toEqual([])
  })
}

async function signInScreen(): Promise<Screen> {
  return { url: `${address}/signin`, content: 'form button[type=submit]' }
}

async function listScreen(): Promise<Screen> {
  const person = await newPerson()
  for (let at = 0; at < 12; at += 1) await readyClip(person)
  return { url: person.videos, person, content: 'tbody tr:nth-child(12) img' }
}

async function videoScreen(): Promise<Screen> {
  const person = await newPerson()
  const { id } = await readySample(person)
  return { url: `${person.videos}/${id}`, person, content: 'video' }
}

async function watchPage(): Promise<Screen> {
  const { playbackId } = await readySample(await newPerson())
  return { url: `${address}/watch/${playbackId}`, content: 'video' }
}

interface Loaded {
  readonly path: string
  readonly encoding: string
  readonly bytes: number
}

const quietMs = 800
const segment = /\/play\/.*\.(?:m4s|mp4)$/

/** All that the browser loads until it has asked for nothing new for a while. */
async function loadOf(browser: Browser, { url, person, content }: Screen): Promise<Loaded[]> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  if (person) await signIn(page, person)
  const network = await context.newCDPSession(page)
  const answers = new Map<string, { path: string; encoding: string }>()
  const loaded: Loaded[] = []
  let lastAt = Date.now()
  network.on('Network.responseReceived', ({ requestId, response }) => {
    lastAt = Date.now()
    const { protocol, pathname } = new URL(response.url)
    const encoding = response.headers['content-encoding'] ?? 'none'
    if (protocol.startsWith('http')) answers.set(requestId, { path: pathname, encoding })
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = Date.now()
    const answer = answers.get(requestId)
    if (answer && !segment.test(answer.path)) loaded.push({ ...answer, bytes: encodedDataLength })
  })
  await network.send('Network.enable')
  await page.goto(url)
  await expect(page.locator(content).first()).toBeVisible()
  await expect.poll(() => Date.now() - lastAt, { intervals: [100] }).toBeGreaterThan(quietMs)
  await context.close()
  return loaded
}
