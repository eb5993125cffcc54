import { address, expect, readySample, storedToken, test } from '../support/fixtures.ts'

// The preview has no origin: the browser would ask before it sends a header of the tests.
test.use({ extraHTTPHeaders: {} })

const attack = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}`

test('text that people type is shown as text everywhere', async ({ page, person, context }) => {
  const { id, playbackId } = await readySample(person)
  await person.call('PUT', `/video/api/v1/contents/${id}`, {
    title: attack,
    description: attack,
    tags: [attack.replaceAll(',', '')],
  })
  await person.call('POST', '/video/api/v1/uploads', {
    fileName: `${attack.replaceAll('/', '')}.mp4`,
    fileSize: 5,
  })
  await person.call('POST', '/services/api/v1/environments', {
    organizationId: await organizationOf(person),
    name: `x ${attack}`.slice(0, 100).trim(),
    type: 'qa',
  })
  const pages = [person.videos, `${person.videos}/${id}`, person.videos.replace(/videos$/, 'environments')]
  for (const address of pages) {
    await page.goto(address)
    await expect(page.getByText('onerror').first()).toBeVisible()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  }
  const viewer = await context.newPage()
  await viewer.goto(`${new URL(person.videos).origin}/embed/${playbackId}`)
  await expect(viewer.locator('media-play-button')).toBeVisible()
  expect(await viewer.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await viewer.title()).toBe(attack)
})

async function organizationOf(person: {
  call(method: string, path: string): Promise<Record<string, unknown>>
}) {
  const { organizations } = await person.call('GET', '/services/api/v1/users/me')
  return (organizations as { id: string }[])[0]?.id
}

test('a script of a player page cannot reach the session of the console', async ({
  page,
  person,
  context,
}) => {
  const { id, playbackId } = await readySample(person)
  await page.goto(person.videos)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The console works with the token, so it is there.
  expect(await storedToken(page)).toBe(person.token)

  const viewer = await context.newPage()
  for (const kind of ['watch', 'embed']) {
    await viewer.goto(`${address}/${kind}/${playbackId}`)
    await expect(viewer.locator('media-play-button')).toBeVisible()
    // All that a script can read: both storages, cookies, the page of the console as text, from a cache and in a window.
    const found = await viewer.evaluate(async () => {
      const pageOf = async (options: RequestInit) => {
        try {
          return await (await fetch('/signin', { headers: { accept: 'text/html' }, ...options })).text()
        } catch (error) {
          return String(error)
        }
      }
      const texts = await Promise.all([
        pageOf({}),
        pageOf({ cache: 'force-cache' }),
        pageOf({ cache: 'only-if-cached', mode: 'same-origin' }),
      ])
      const key = texts.flatMap((text) => /name="storage-key" content="([^"]+)"/.exec(text)?.[1] ?? [])
      const opened = window.open('/')
      await new Promise((resolve) => setTimeout(resolve, 1500))
      let inWindow = 'closed'
      try {
        if (opened && !opened.closed)
          inWindow = opened.document.body.innerHTML + Object.keys(opened.localStorage)
      } catch (error) {
        inWindow = String(error)
      }
      const frame = document.createElement('iframe')
      frame.src = '/'
      document.body.append(frame)
      await new Promise((resolve) => setTimeout(resolve, 500))
      let inFrame = 'nothing'
      try {
        inFrame = frame.contentDocument?.querySelector('#root') ? 'the console' : 'nothing'
      } catch (error) {
        inFrame = String(error)
      }
      return {
        stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
        cookie: document.cookie,
        key,
        inWindow,
        inFrame,
      }
    })
    expect(found.stored).toContain('kinora.session.token')
    expect(found.stored).not.toContain(person.token)
    expect({ ...found, stored: '' }).toEqual({
      stored: '',
      cookie: '',
      key: [],
      inWindow: 'closed',
      inFrame: expect.not.stringContaining('the console'),
    })
  }

  // The preview in the console is a frame without an origin.
  await page.goto(`${person.videos}/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const preview = page.getByRole('dialog').locator('iframe').contentFrame()
  await expect(preview.locator('media-play-button')).toBeVisible()
  const reached = await preview.locator('body').evaluate(() => {
    const tried = [() => window.parent.document.title, () => localStorage.length, () => document.cookie]
    return tried.map((each) => {
      try {
        return each()
      } catch (error) {
        return error instanceof DOMException ? error.name : String(error)
      }
    })
  })
  expect(reached).toEqual(['SecurityError', 'SecurityError', 'SecurityError'])
})
