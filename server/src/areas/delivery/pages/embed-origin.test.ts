import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../testing/world.ts'

const PAGES = 'https://watch.example.com'
const HOST = 'watch.example.com'

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { EMBED_ORIGIN: `${PAGES}/` } })
})
afterAll(() => world.end())

interface Answer {
  readonly status: number | undefined
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** Asks under another host. */
function ask(path: string, host: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, world.kinora.url), { headers: { host, ...headers } }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

const html = { accept: 'text/html' }

describe('an origin of their own for the pages for viewers', () => {
  it('is in all addresses of these pages, and in no other', async () => {
    const { urls, playbackId } = await world.owner.call('getContent', { params: { id: world.content.id } })
    expect(urls).toMatchObject({
      embed: `${PAGES}/embed/${playbackId}`,
      shareable: `${PAGES}/watch/${playbackId}`,
      hls: `${world.kinora.url}/play/${playbackId}.m3u8`,
    })
    expect(urls.embedCode).toContain(`${PAGES}/embed/${playbackId}`)
    const live = await world.owner.call('createLivestream', { body: { name: 'Final' } })
    expect(live.urls).toMatchObject({
      embed: `${PAGES}/embed/${live.playbackId}`,
      shareable: `${PAGES}/watch/${live.playbackId}`,
    })
  })

  it('serves the pages and all that they load', async () => {
    const { playbackId } = world.content
    const page = await ask(`/watch/${playbackId}`, HOST, html)
    expect(page.status).toBe(200)
    expect(page.body).toContain(`<link rel="canonical" href="${PAGES}/watch/${playbackId}" />`)
    const script = /src="(\/embed\/assets\/[^"]+)"/.exec(page.body)?.[1] ?? ''
    for (const path of [`/embed/${playbackId}`, script, `/play/${playbackId}.m3u8`, '/healthz'])
      expect([path, (await ask(path, HOST, html)).status]).toEqual([path, 200])
  })

  it.each([
    '/',
    '/signin',
    '/services/api/v1/users/me',
    '/video/api/v1/contents',
    '/assets/x.js',
    '/docs',
    '/metrics',
  ])('does not serve %s of the console', async (path) => {
    expect((await ask(path, HOST, html)).status).toBe(404)
  })

  it('gets the readers of older links', async () => {
    const { playbackId } = world.content
    const { host } = new URL(world.kinora.url)
    for (const path of [`/watch/${playbackId}?t=5`, `/embed/${playbackId}?autoplay=1`]) {
      const { status, headers } = await ask(path, host, html)
      expect([status, headers.location]).toEqual([307, `${PAGES}${path}`])
    }
    expect((await ask('/signin', host, html)).headers['content-security-policy']).toContain(
      `frame-src 'self' ${PAGES}`,
    )
  })
})
