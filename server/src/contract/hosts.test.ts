import { once } from 'node:events'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKinora, type TestKinora } from '../testing/kinora.ts'

let plain: TestKinora
let published: TestKinora
beforeAll(async () => {
  plain = await startTestKinora()
  published = await startTestKinora({ env: { PUBLIC_URL: 'https://video.example.com' }, beside: plain })
})
afterAll(async () => {
  await published.stop()
  await plain.stop()
})

async function ask(kinora: TestKinora, path: string, ...headers: string[]): Promise<string> {
  const { hostname: address, port } = new URL(kinora.url)
  const socket = connect(Number(port), address)
  socket.write(`${[`GET ${path} HTTP/1.1`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  const chunks: unknown[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  return chunks.join('')
}

const path = '/services/api/v1/sign-in-options'
const statusOf = async (answer: Promise<string>) => Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1])
const asked = (kinora: TestKinora, host: string, at = path) => statusOf(ask(kinora, at, `Host: ${host}`))

describe('a request', () => {
  it.each([
    'localhost:4000',
    'LOCALHOST',
    'kinora.localhost',
    '127.0.0.1',
    '192.168.1.7:80',
    '[::1]:4000',
    hostname(),
  ])('is served under %s, which cannot be rebound by DNS', async (host) => {
    expect(await asked(plain, host)).toBe(200)
  })

  it.each([
    'attacker.example',
    'attacker.example:4000',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'a@localhost',
    'localhost/x',
    '',
  ])('is refused under %s', async (host) => {
    const answer = await ask(plain, path, `Host: ${host}`)
    expect(answer).toMatch(/^HTTP\/1\.1 4(21|00) /)
    expect(await asked(published, host)).toBeGreaterThanOrEqual(400)
  })

  it('that is refused names the setting to change', async () => {
    const answer = await ask(plain, path, 'Host: video.example.com')
    expect(answer).toContain('"type":"/problems/host-unknown"')
    expect(answer).toContain('PUBLIC_URL')
  })

  it('is served under the public name, even by a trusted proxy', async () => {
    expect(await asked(published, 'video.example.com')).toBe(200)
    expect(await statusOf(ask(published, path, 'Host: kinora', 'X-Forwarded-Host: video.example.com'))).toBe(
      200,
    )
    expect(
      await statusOf(ask(published, path, 'Host: localhost', 'X-Forwarded-Host: attacker.example')),
    ).toBe(421)
  })

  it.each(['/play/aaaaaaaaaaaa.m3u8', '/', '/openapi.json', '/metrics', '/nothing'])(
    'for %s is refused too',
    async (at) => {
      expect(await asked(plain, 'attacker.example', at)).toBe(421)
    },
  )

  it.each(['/healthz', '/readyz?full'])('for %s is served under any name', async (at) => {
    expect(await asked(plain, 'kinora.default.svc.cluster.local', at)).toBe(200)
  })

  it('is answered with https only if the public name has it', async () => {
    const rule = 'strict-transport-security: max-age=31536000'
    for (const at of [path, '/nothing', '/healthz', '/'])
      expect(await ask(published, at, 'Host: video.example.com')).toContain(rule)
    expect(await ask(plain, path, 'Host: localhost')).not.toContain('strict-transport-security')
  })

  it('has one host', async () => {
    expect(await statusOf(ask(plain, path, 'Host: localhost', 'Host: attacker.example'))).toBe(400)
    expect(await statusOf(ask(plain, path, 'Host: localhost', 'host: localhost'))).toBe(400)
  })
})
