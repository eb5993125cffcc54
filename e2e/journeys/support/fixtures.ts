import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { client } from '../../../server/src/testing/client.ts'
import { addDeadLetter } from '../../../server/src/testing/dead-letters.ts'
import { cpuSeconds, recordCpu } from '../../../server/src/testing/machine/cpu.ts'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { type CopyChanges, copyReadyVideo } from '../../../server/src/testing/ready-video.ts'
import type { ReadyVideos } from '../../ready-videos.ts'
import { administrator } from '../../server.ts'
import { emailTo, linkIn } from './mailbox.ts'

export const address = process.env.KINORA_URL ?? 'http://127.0.0.1:4000'
const readyVideos: ReadyVideos = JSON.parse(process.env.KINORA_READY_VIDEOS ?? '{}')

export interface Person {
  readonly token: string
  readonly email: string
  readonly organizationId: string
  readonly environmentId: string
  /** Address of the environment's videos. */
  readonly videos: string
  /** Address of the environment's settings. */
  readonly settings: string
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
}

interface Fixtures {
  /** Records the CPU time of the test and its browser, without that of Kinora. */
  cpu: undefined
  /** A folder for the test's files. */
  folder: string
  /** A new person with an organization, signed in on `page`. */
  person: Person
  /** Errors of the page: console errors, policy violations and uncaught exceptions. */
  faults: string[]
}

interface WorkerFixtures {
  /** Actions and expectations on all pages wait until the screen of the last link has loaded, and toasts stay longer on a
   * slow machine. */
  patientPages: undefined
}

let people = 0
let networkAddresses = 0

export const test = base.extend<Fixtures, WorkerFixtures>({
  patientPages: [
    async ({ browser }, use) => {
      browser.on('context', bePatient)
      await use(undefined)
      browser.off('context', bePatient)
    },
    { auto: true, scope: 'worker' },
  ],

  extraHTTPHeaders: ({ browserName: _ }, use) => use({ 'x-forwarded-for': newNetworkAddress() }),

  cpu: [
    async ({ browserName: _ }, use, { titlePath: [spec = ''] }) => {
      const before = cpuSeconds()
      await use(undefined)
      recordCpu('journeys', join(import.meta.dirname, '..', spec), cpuSeconds() - before)
    },
    { auto: true },
  ],

  folder: async ({ browserName }, use) => {
    const folder = await mkdtemp(join(tmpdir(), `kinora-journey-${browserName}-`))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      noteFaults(page, faults)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],

  person: async ({ page }, use) => {
    const person = await newPerson()
    await signIn(page, person)
    await use(person)
  },
})

export { expect }

function bePatient(context: BrowserContext): void {
  // Until the next screen has loaded, the last one is still shown, often with buttons of the same name.
  context.on(
    'page',
    (page) => void page.addLocatorHandler(page.locator('#main[aria-busy=true]'), async () => {}),
  )
  void context.addInitScript(lengthenTimers, toastTimers)
}

/** Timers of toasts in ms, without and with an action, and how long they last here. */
const toastTimers = [3000, 6000].map((ms): [number, number] => [ms, patient(ms)])

/** Runs in the page. */
function lengthenTimers(timers: [number, number][]): void {
  const lengths = new Map(timers)
  const start = window.setTimeout
  const lengthened = (run: TimerHandler, ms = 0, ...values: unknown[]) =>
    start(run, lengths.get(ms) ?? ms, ...values)
  window.setTimeout = Object.assign(lengthened, start)
}

/** Records errors of the page from now on. */
export function noteFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // The browser logs failed calls, which the page handles.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text())
  })
}

export const password = 'Correct-horse1'

/** An unused email address, unique across workers. */
export function newAddress(): string {
  people += 1
  return `journey${people}-${process.pid}-${Date.now()}@example.com`
}

/** An unused IP address, so that journeys do not share rate limits. */
function newNetworkAddress(): string {
  networkAddresses += 1
  const block = 1 + (test.info().workerIndex % 255)
  return `10.${block}.${networkAddresses >> 8}.${networkAddresses & 255}`
}

export async function newPerson(name = 'Deccan Television'): Promise<Person> {
  const email = newAddress()
  const names = { firstName: 'Ananya', lastName: 'Rao Iyer' }
  const { token } = await send(null, null, 'POST', '/services/api/v1/users/signup', {
    email,
    password,
    ...names,
  })
  return personIn(email, String(token), name)
}

/** The administrator of the installation, with a new organization. */
export async function newAdministrator(): Promise<Person> {
  const { email } = administrator
  const { token } = await send(null, null, 'POST', '/services/api/v1/users/authenticate', {
    email,
    password: administrator.password,
  })
  return personIn(email, String(token), 'Installation desk')
}

/** Invites an address to the person's organization with a built-in role. */
export async function invite(owner: Person, email: string, builtIn: string): Promise<void> {
  const base = `/services/api/v1/organizations/${owner.organizationId}`
  await owner.call('POST', `${base}/invite`, { email, roleId: await builtInRole(owner, builtIn) })
}

/** A person who accepted an invitation of the owner. */
export async function joinAs(owner: Person, roleId: string): Promise<Person> {
  const email = newAddress()
  const path = `/services/api/v1/organizations/${owner.organizationId}/invite`
  await owner.call('POST', path, { email, roleId })
  const joined = await send(null, null, 'POST', '/services/api/v1/users', {
    token: linkIn(await emailTo(email)).split('#token=')[1],
    firstName: 'Lakshmi',
    lastName: 'Prasad',
    password,
  })
  return personOf(email, String(joined.token), owner.organizationId, owner.environmentId)
}

/** ID of a built-in role. */
export async function builtInRole(owner: Person, builtIn: string): Promise<string> {
  const { items } = await owner.call('GET', `/services/api/v1/organizations/${owner.organizationId}/roles`)
  return (items as { id: string; builtIn: string }[]).find((role) => role.builtIn === builtIn)?.id ?? ''
}

async function personIn(email: string, token: string, name: string): Promise<Person> {
  const organization = await send(token, null, 'POST', '/services/api/v1/organizations/create', { name })
  const [environment] = organization.environments as { id: string }[]
  return personOf(email, token, String(organization.id), environment?.id ?? '')
}

function personOf(email: string, token: string, organizationId: string, environmentId: string): Person {
  const place = `${address}/${environmentId}`
  return {
    token,
    email,
    organizationId,
    environmentId,
    videos: `${place}/videos`,
    settings: `${place}/settings`,
    call: (method, path, body) => send(token, environmentId, method, path, body),
  }
}

export async function signIn(page: Page, { token }: Pick<Person, 'token'>): Promise<void> {
  await page.addInitScript((value) => {
    // The preview of a player is a frame without an origin, which has no storage.
    if (origin === 'null') return
    if (!sessionStorage.getItem('journey.began')) localStorage.setItem('kinora.session.token', value)
    sessionStorage.setItem('journey.began', 'yes')
  }, token)
}

/** The token that the console keeps in this browser, which it encrypts with a key in a cookie. */
export function storedToken(page: Page): Promise<string | null> {
  return storedSecret(page, () => localStorage.getItem('kinora.session.token'))
}

/** The token with which this tab acts as another person. */
export function actingToken(page: Page): Promise<string | null> {
  return storedSecret(page, () => sessionStorage.getItem('kinora.tab.acting'))
}

async function storedSecret(page: Page, read: () => string | null): Promise<string | null> {
  const stored = await page.evaluate(read)
  if (stored === null) return null
  const cookies = await page.context().cookies()
  const key = Buffer.from(cookies.find(({ name }) => name === 'kinora-storage')?.value ?? '', 'base64url')
  const bytes = Buffer.from(stored.replace(/^sealed\./, ''), 'base64url')
  return Buffer.from(bytes.map((byte, n) => byte ^ (key[n] ?? 0)))
    .toString()
    .replace(/^kinora:/, '')
}

async function send(
  token: string | null,
  environmentId: string | null,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await fetch(address + path, {
    method,
    headers: {
      'x-forwarded-for': newNetworkAddress(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(environmentId === null ? {} : { 'environment-id': environmentId }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
}

/** The person as a client for the helpers of the server's tests. */
export function clientOf({ token, organizationId, environmentId }: Person) {
  return client(address, token, organizationId, environmentId)
}

/** A sample that is ready to play, as if the person had asked for it a while ago. */
export function readySample(person: Person, changes?: CopyChanges): Promise<Ready> {
  return copyTo(person, readyVideos.sample, changes)
}

/** The same with a small video of six seconds. */
export function readyClip(person: Person, changes?: CopyChanges): Promise<Ready> {
  return copyTo(person, readyVideos.clip, changes)
}

interface Ready {
  readonly id: string
  readonly playbackId: string
}

async function copyTo(person: Person, contentId: string, changes?: CopyChanges): Promise<Ready> {
  const stored = {
    databaseUrl: process.env.KINORA_DATABASE_URL ?? '',
    dataDir: process.env.KINORA_DATA_DIR ?? '',
    contentId,
  }
  const id = await copyReadyVideo(stored, person.environmentId, changes)
  const { playbackId } = await person.call('GET', `/video/api/v1/contents/${id}`)
  return { id, playbackId: String(playbackId) }
}

/** Makes the organization of the person require a second factor. */
export async function requireFactor({ organizationId }: Person): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await pool.sql('UPDATE organizations SET requires_second_factor = true WHERE id = $1', [organizationId])
  await pool.end()
}

/** Stores a failed event of the person's environment. */
export async function addFailedEvent(person: Person, error: string): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await addDeadLetter(pool.sql, person.environmentId, error)
  await pool.end()
}

/** Publishes subtitles with a cue per second, which contains the words and its time. */
export async function publishSubtitles(
  person: Person,
  contentId: string,
  given: { readonly name: string; readonly languageCode: string; readonly closedCaptions?: boolean },
  words: string,
  seconds: number,
): Promise<void> {
  const path = `/video/api/v1/contents/${contentId}/subtitles`
  const time = (s: number) =>
    `${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`
  const cues = Array.from({ length: seconds }, (_, s) => `${time(s)}.000 --> ${time(s)}.999\n${words} ${s}`)
  const made = await person.call('POST', path, { ...given, text: ['WEBVTT', ...cues].join('\n\n') })
  await person.call('POST', `${path}/publish`, { draftsToPublish: [made.id] })
}

/** Language and text of the displayed subtitles. */
export function shownSubtitles(page: Page): Promise<string[][]> {
  return page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter(({ kind, mode }) => kind !== 'metadata' && mode === 'showing')
        .map(({ language, activeCues }) => [
          language,
          ...[...(activeCues ?? [])].map((cue) => (cue instanceof VTTCue ? cue.text : '')),
        ]),
    )
}

/** Chromium paints the whole window for each frame, so pages that only play are small. */
export const playerWindow = { width: 640, height: 360 }

/** Waits until playback advances. */
export async function expectPlaying(page: Page): Promise<void> {
  const video = page.locator('video').first()
  await expect
    .poll(() =>
      video.evaluate((element: HTMLVideoElement) => (element.readyState >= 3 ? element.currentTime : 0)),
    )
    .toBeGreaterThan(0.5)
}

/** Records interruptions of playback from now on. */
export async function listenForBreaks(page: Page): Promise<void> {
  await page
    .locator('video')
    .first()
    .evaluate((element: HTMLVideoElement) => {
      const noted: string[] = []
      Object.assign(window, { breaks: noted })
      for (const event of ['emptied', 'error', 'pause', 'seeking', 'waiting'])
        element.addEventListener(event, () => noted.push(`${event} at ${element.currentTime}`))
    })
}

export function breaks(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { breaks: string[] }).breaks)
}

interface Stall {
  readonly atS: number
  readonly lastedMs: number
}

/** Records unexpected stalls of the video and their duration from now on. Waiting after a seek does not count. */
export async function listenForStalls(page: Page): Promise<void> {
  await page
    .locator('video')
    .first()
    .evaluate((element: HTMLVideoElement) => {
      const noted: Stall[] = []
      Object.assign(window, { stalls: noted })
      let since: number | null = null
      element.addEventListener('waiting', () => {
        if (!element.seeking) since ??= performance.now()
      })
      for (const event of ['playing', 'seeking', 'ended', 'pause'])
        element.addEventListener(event, () => {
          if (since !== null) noted.push({ atS: element.currentTime, lastedMs: performance.now() - since })
          since = null
        })
    })
}

export function stalls(page: Page): Promise<Stall[]> {
  return page.evaluate(() => (window as unknown as { stalls: Stall[] }).stalls)
}
