import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AddressRules, checkAddress, isReachable } from './address-guard.ts'
import { DownloadFailure, download, getGuarded } from './download.ts'
import { isListed, parseHostRule } from './host-rules.ts'

function allowing(...networks: string[]): AddressRules {
  return { URL_ALLOW_PRIVATE: networks, OUTGOING_HOSTS: [] }
}

describe('the address guard', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://user:pass@93.184.216.34/',
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'http://does-not-exist.invalid/',
  ])('refuses %s', async (address) => {
    await expect(checkAddress(new URL(address), allowing())).rejects.toThrow()
  })

  it('allows public addresses', async () => {
    expect(await checkAddress(new URL('https://93.184.216.34/clip.mp4'), allowing())).toEqual({
      address: '93.184.216.34',
      family: 4,
    })
    expect(isReachable('2606:2800:220:1:248:1893:25c8:1946', allowing())).toBe(true)
  })

  it('allows only those private networks that the operator names', () => {
    expect(isReachable('10.1.2.3', allowing('10.1.0.0/16'))).toBe(true)
    expect(isReachable('10.2.2.3', allowing('10.1.0.0/16'))).toBe(false)
    expect(isReachable('::ffff:10.1.2.3', allowing('10.1.0.0/16'))).toBe(true)
    expect(isReachable('fd00::1', allowing('10.1.0.0/16', 'fd00::/8'))).toBe(true)
  })
})

describe('the list of hosts', () => {
  const listed = (address: string, ...rules: string[]) =>
    isListed(
      new URL(address),
      rules.map((rule) => parseHostRule(rule)).filter((rule) => rule !== null),
    )

  it('allows all hosts if it is empty', () => {
    expect(listed('https://ads.example/')).toBe(true)
  })

  it.each([
    ['https://ads.example/x', 'ads.example'],
    ['https://ADS.example./x', 'ads.Example.'],
    ['https://a.ads.example/x', '*.ads.example'],
    ['https://a.b.ads.example/x', 'other.example', '*.ads.example'],
    ['https://ads.example/x', 'ads.example:443'],
    ['http://ads.example/x', 'ads.example:80'],
    ['http://ads.example:8080/x', 'ads.example:8080'],
    ['http://ads.example:8080/x', 'ads.example'],
    ['rtmp://Live.example/app/key', 'live.example:1935'],
    ['srt://live.example:9000', 'live.example:9000'],
    ['https://bücher.example/', 'BÜCHER.example'],
    ['http://192.0.2.1/', '192.0.2.1'],
    ['http://[2001:db8:0::1]:81/', '[2001:db8::1]:81'],
  ])('has %s with %s', (address, ...rules) => {
    expect(listed(address, ...rules)).toBe(true)
  })

  it.each([
    ['https://ads.example/', '*.ads.example'],
    ['https://evil-ads.example/', '*.ads.example', 'ads.example'],
    ['https://ads.example.evil.test/', 'ads.example', '*.ads.example'],
    ['https://evil.test/ads.example', 'ads.example'],
    ['https://ads.example:444/', 'ads.example:443'],
    ['http://ads.example/', 'ads.example:443'],
    ['srt://live.example', 'live.example:9000'],
    ['http://2130706433/', '127.0.0.2'],
  ])('does not have %s with %s', (address, ...rules) => {
    expect(listed(address, ...rules)).toBe(false)
  })

  it.each([
    '',
    '*',
    '*.',
    'https://ads.example',
    'ads.example/x',
    'a b',
    'ads.example:99999',
    '*.*.example',
    'a@b',
  ])('refuses the entry "%s"', (entry) => {
    expect(parseHostRule(entry)).toBeNull()
  })

  it('is asked before the name is looked up', async () => {
    const names: string[] = []
    const resolve = async (name: string) => {
      names.push(name)
      return [{ address: '93.184.216.34' }]
    }
    const rules = {
      ...allowing(),
      OUTGOING_HOSTS: [{ host: 'ads.example', isForSubdomains: false, port: '' }],
    }
    const refused = checkAddress(new URL('https://secret.other.example/'), rules, resolve)
    await expect(refused).rejects.toMatchObject({ problem: 'host-not-allowed' })
    await checkAddress(new URL('https://ads.example/'), rules, resolve)
    expect(names).toEqual(['ads.example'])
  })
})

describe('a download', () => {
  let folder: string
  const servers: Server[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-net-'))
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const options = (change: object = {}) => ({
    allowed: allowing('127.0.0.1/32'),
    maxBytes: 1000,
    signal: AbortSignal.timeout(20_000),
    ...change,
  })
  const fetchTo = (url: string, change?: object) => download(url, join(folder, 'file'), options(change))
  const faultOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'none',
      (error: unknown) => (error instanceof DownloadFailure ? error.fault : error),
    )

  it('follows redirects and keeps the bytes', async () => {
    const url = await serve((request, reply) => {
      if (request.url === '/clip.mp4') reply.end('kinora')
      else reply.writeHead(302, { location: '/clip.mp4' }).end()
    })
    expect(await fetchTo(`${url}/start`)).toEqual({ bytes: 6 })
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('kinora')
  })

  it('checks the address of every redirect', async () => {
    const url = await serve(
      (_request, reply) => void reply.writeHead(302, { location: 'http://127.0.0.2/x' }).end(),
    )
    expect(await faultOf(fetchTo(url))).toBe('refused')
    const meta = await serve(
      (_request, reply) => void reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    expect(await faultOf(fetchTo(meta))).toBe('refused')
    const file = await serve(
      (_request, reply) => void reply.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    expect(await faultOf(fetchTo(file))).toBe('refused')
  })

  it('follows no redirect to a host that is not listed', async () => {
    const requests: string[] = []
    const other = await serve((request, reply) => {
      requests.push(request.url ?? '')
      reply.end('kinora')
    })
    const url = await serve((_request, reply) => void reply.writeHead(302, { location: other }).end())
    const hosts = (...addresses: string[]) =>
      addresses.map((address) => parseHostRule(new URL(address).host)).filter((rule) => rule !== null)
    const fetchWith = (...addresses: string[]) =>
      fetchTo(url, { allowed: { ...allowing('127.0.0.1/32'), OUTGOING_HOSTS: hosts(...addresses) } })
    expect(await faultOf(fetchWith(other))).toBe('refused')
    expect(await faultOf(fetchWith(url))).toBe('refused')
    expect(requests).toEqual([])
    expect(await fetchWith(url, other)).toEqual({ bytes: 6 })
  })

  it('connects to the checked address even if the name changes', async () => {
    const url = await serve((request, reply) => void reply.end(request.headers.host))
    const port = new URL(url).port
    expect(
      await fetchTo(`http://localhost:${port}/`, { allowed: allowing('127.0.0.1/32', '::1/128') }).catch(
        () => 'v6',
      ),
    ).toBeTruthy()
  })

  it('does not wait for a name server that never answers', async () => {
    const options = { allowed: allowing(), signal: AbortSignal.timeout(30) }
    const resolve = () => new Promise<never>(() => undefined)
    await expect(getGuarded(new URL('http://a.example/'), { ...options, resolve })).rejects.toMatchObject({
      fault: 'time-limit',
    })
  })

  it('ends at the size limit with and without a content length', async () => {
    const oversized = await serve(
      (_request, reply) => void reply.writeHead(200, { 'content-length': 2000 }).end(Buffer.alloc(2000)),
    )
    const untold = await serve((_request, reply) => {
      reply.write(Buffer.alloc(900))
      reply.end(Buffer.alloc(900))
    })
    expect(await faultOf(fetchTo(oversized))).toBe('too-large')
    expect(await faultOf(fetchTo(untold))).toBe('too-large')
  })

  it('reports the failure: an error, a short or empty body, too many redirects, a timeout', async () => {
    const missing = await serve((_request, reply) => void reply.writeHead(404).end())
    const short = await serve((_request, reply) => {
      reply.writeHead(200, { 'content-length': 500 })
      reply.write('x', () => reply.destroy())
    })
    const empty = await serve((_request, reply) => void reply.end())
    const loop = await serve((_request, reply) => void reply.writeHead(302, { location: '/again' }).end())
    for (const url of [missing, short, empty, loop]) expect(await faultOf(fetchTo(url))).toBe('failed')
    const silent = await serve((_request, reply) => void reply.write('x'))
    expect(await faultOf(fetchTo(silent, { signal: AbortSignal.timeout(200) }))).toBe('time-limit')
  })
})
