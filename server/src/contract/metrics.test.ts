import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../testing/kinora.ts'

const token = 'a-token-of-the-monitoring'
const clock = movableClock()
let open: TestKinora
let guarded: TestKinora
beforeAll(async () => {
  clock.freeze()
  ;[open, guarded] = await Promise.all([
    startTestKinora({ clock }),
    startTestKinora({ env: { METRICS_TOKEN: token } }),
  ])
})
afterAll(async () => {
  await Promise.all([open.stop(), guarded.stop()])
})

const metrics = (kinora: TestKinora, headers: Record<string, string> = {}) =>
  fetch(`${kinora.url}/metrics`, { headers })

describe('metrics', () => {
  it('without a token are for programs on this machine, not for those behind a proxy on it', async () => {
    expect((await metrics(open)).status).toBe(200)
    for (const name of ['x-forwarded-for', 'forwarded']) {
      const refused = await metrics(open, { [name]: '203.0.113.5' })
      expect(refused.status).toBe(401)
      expect(await refused.json()).toMatchObject({ type: '/problems/metrics-token-missing' })
    }
  })

  it('with a token are for those who have it', async () => {
    const statusWith = async (authorization: string) => (await metrics(guarded, { authorization })).status
    expect((await metrics(guarded)).status).toBe(401)
    expect(await statusWith(`Bearer ${token}x`)).toBe(401)
    expect(await statusWith(`Basic ${token}`)).toBe(401)
    expect(await statusWith(`Bearer ${token}`)).toBe(200)
  })

  it('are written at most once in 5 seconds', async () => {
    clock.advance(5)
    const first = await (await metrics(open)).text()
    expect(await (await metrics(open)).text()).toBe(first)
    clock.advance(5)
    expect(await (await metrics(open)).text()).not.toBe(first)
  })

  it('stay short whatever is requested', async () => {
    const linesAfter = async (statuses: readonly number[]) => {
      clock.advance(5)
      const text = await (await metrics(open)).text()
      for (const status of statuses) expect(text).toContain(`status="${Math.floor(status / 100)}xx"`)
      return text.split('\n').filter((line) => line.startsWith('kinora_http_')).length
    }
    const ask = async (path: string, method = 'GET') =>
      (await fetch(`${open.url}${path}`, { method, headers: { accept: 'application/json' } })).status
    const before = await linesAfter([await ask('/nothing'), await ask('/video/api/v1/contents')])
    for (const path of ['/nothing/1', '/x?y=z', '/video/api/v1/contents?x=1']) await ask(path)
    expect(await linesAfter([])).toBe(before)
  })
})

describe('documents', () => {
  it.each(['/docs', '/openapi.json'])('%s are compressed, and limited for each address', async (path) => {
    const response = await fetch(`${open.url}${path}`)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('ratelimit-limit')).toBe('60')
    const plain = await fetch(`${open.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(await response.text())
  })
})
