import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test as base, expect, type Page } from '@playwright/test'

const run = promisify(execFile)
export const address = process.env.KINORA_URL ?? 'http://127.0.0.1:4000'

export interface Person {
  readonly token: string
  readonly organizationId: string
  readonly environmentId: string
  /** Address of the environment's videos. */
  readonly videos: string
  /** Address of the environment's settings. */
  readonly settings: string
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
}

interface Fixtures {
  /** A folder for the test's files. */
  folder: string
  /** Somebody new with an organisation of their own, signed in on `page`. */
  person: Person
  /** Faults of the page itself: errors in the console, refused by the content security policy, uncaught. */
  faults: string[]
}

let people = 0

export const test = base.extend<Fixtures>({
  folder: async ({ browserName }, use) => {
    const folder = await mkdtemp(join(tmpdir(), `kinora-journey-${browserName}-`))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        // What a call answered is the page's to show; the browser logs it all the same.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text())
      })
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

export async function newPerson(): Promise<Person> {
  people += 1
  const { token } = await send(null, null, 'POST', '/services/api/v1/users/signup', {
    email: `journey${people}-${Date.now()}@example.com`,
    password: 'Correct-horse1',
    firstName: 'Ananya',
    lastName: 'Rao Iyer',
  })
  const name = 'Deccan Television'
  const organization = await send(String(token), null, 'POST', '/services/api/v1/organizations/create', {
    name,
  })
  const [environment] = organization.environments as { id: string }[]
  return personOf(String(token), String(organization.id), environment?.id ?? '')
}

/** Somebody who was invited into the owner's organisation and joined it. */
export async function joinAs(owner: Person, roleId: string): Promise<Person & { email: string }> {
  people += 1
  const email = `invited${people}-${Date.now()}@example.com`
  const invite = `/services/api/v1/organizations/${owner.organizationId}/invite`
  await owner.call('POST', invite, { email, roleId })
  const joined = await send(null, null, 'POST', '/services/api/v1/users', {
    token: await invitationTo(email),
    firstName: 'Lakshmi',
    lastName: 'Prasad',
    password: 'Correct-horse1',
  })
  return { ...personOf(String(joined.token), owner.organizationId, owner.environmentId), email }
}

/** The id of a role that every organisation has. */
export async function builtInRole(owner: Person, builtIn: string): Promise<string> {
  const { items } = await owner.call('GET', `/services/api/v1/organizations/${owner.organizationId}/roles`)
  return (items as { id: string; builtIn: string }[]).find((role) => role.builtIn === builtIn)?.id ?? ''
}

/** The secret of the link in the mail, which without a mail server is a file. */
async function invitationTo(email: string): Promise<string> {
  const mails = join(process.env.KINORA_DATA_DIR ?? '', 'mail')
  let secret: string | undefined
  await expect
    .poll(async () => {
      const texts = await Promise.all(
        (await readdir(mails).catch(() => [])).map((name) => readFile(join(mails, name), 'utf8')),
      )
      const mail = texts.find((text) => text.toLowerCase().includes(`to: ${email}`)) ?? ''
      // Quoted-printable breaks long lines with "=" and writes "=" as "=3D".
      const plain = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
      secret = /#token=([\w-]{20,})/.exec(plain)?.[1]
      return secret
    })
    .toBeDefined()
  return secret ?? ''
}

function personOf(token: string, organizationId: string, environmentId: string): Person {
  return {
    token,
    organizationId,
    environmentId,
    videos: `${address}/${environmentId}/videos`,
    settings: `${address}/${environmentId}/settings`,
    call: (method, path, body) => send(token, environmentId, method, path, body),
  }
}

export async function signIn(page: Page, { token }: Person): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('journey.began')) localStorage.setItem('kinora.session.token', value)
    sessionStorage.setItem('journey.began', 'yes')
  }, token)
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

/** A clip with picture and tone. */
export async function makeClip(path: string, seconds: number, size: string): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`]
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '50',
    '-b:v',
    '600k',
    '-c:a',
    'aac',
  ]
  await run('ffmpeg', ['-nostdin', '-y', '-loglevel', 'error', ...picture, ...sound, ...codecs, path])
  return path
}

/** Brings in a sample and waits until all work on it is over. */
export async function readySample(person: Person): Promise<{ id: string; playbackId: string }> {
  const { id, playbackId } = await person.call('POST', '/video/api/v1/contents/sample')
  await expect
    .poll(async () => (await person.call('GET', `/video/api/v1/contents/${id}`)).stage, { timeout: 90_000 })
    .toBeNull()
  return { id: String(id), playbackId: String(playbackId) }
}

/** Waits until the video in the page's player has really moved on. */
export async function expectPlaying(page: Page): Promise<void> {
  const video = page.locator('video').first()
  await expect
    .poll(
      () =>
        video.evaluate((element: HTMLVideoElement) => (element.readyState >= 3 ? element.currentTime : 0)),
      {
        timeout: 30_000,
      },
    )
    .toBeGreaterThan(0.5)
}
