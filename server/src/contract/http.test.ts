import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { allCalls, type Call } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, fillPath, newOwner } from '../testing/client.ts'
import { startTestKinora, type TestKinora } from '../testing/kinora.ts'
import { newStream } from '../testing/livestreams.ts'
import { openTestPool } from '../testing/pool.ts'

let kinora: TestKinora
let owner: Client
beforeAll(async () => {
  kinora = await startTestKinora()
  owner = await newOwner(kinora.url)
})
afterAll(() => kinora.stop())

const visitor = () => client(kinora.url, null, null, null)

describe('every answer', () => {
  it('carries a request id, no-store and headers against sniffing', async () => {
    const { headers } = await owner.send('GET', '/services/api/v1/users/me?time=1732')
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it('is a problem with an ID for every kind of error', async () => {
    const cases: [string, string, RequestInit, number, string][] = [
      ['GET', '/services/api/v1/nothing', {}, 404, 'not-found'],
      ['GET', '/%ZZ', {}, 400, 'request-malformed'],
      ['DELETE', '/services/api/v1/users/signup', {}, 404, 'not-found'],
      [
        'POST',
        '/services/api/v1/users/authenticate',
        { body: 'x'.repeat(2_000_000), headers: json },
        413,
        'body-too-large',
      ],
      [
        'POST',
        '/services/api/v1/users/authenticate',
        { body: '<x/>', headers: { 'content-type': 'text/xml' } },
        415,
        'media-type-unsupported',
      ],
    ]
    for (const [method, path, init, status, id] of cases) {
      const answer = await fetch(kinora.url + path, { method, ...init })
      expect(await answer.json()).toMatchObject({
        code: status,
        type: `/problems/${id}`,
        requestId: expect.any(String),
      })
      expect(answer.status).toBe(status)
    }
  })

  it('accepts an announced empty body', async () => {
    const answer = await owner.send('DELETE', '/video/api/v1/contents/0199a000-0000-7000-8000-000000000000', {
      headers: json,
    })
    expect(answer).toMatchObject({ status: 404, body: { type: '/problems/not-found' } })
  })

  it('refuses NUL, which PostgreSQL cannot store', async () => {
    const body = { name: 'Gulf\u0000Bureau' }
    expect((await owner.send('POST', '/services/api/v1/organizations/create', { body })).status).toBe(400)
    expect((await owner.send('GET', '/video/api/v1/contents/paginated?phrase=%00')).status).toBe(400)
  })

  it('refuses bytes that are not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    const answer = await fetch(`${kinora.url}/services/api/v1/users/authenticate`, {
      method: 'POST',
      headers: json,
      body,
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { type: '/problems/request-malformed' }])
  })

  it('refuses unpaired surrogates at any depth', async () => {
    const post = (body: string) =>
      owner.send('POST', '/services/api/v1/organizations/create', { body: JSON.parse(body) })
    for (const body of ['{"name":"Gulf\\ud800"}', '{"a":[{"b\\udc00":1}],"name":"Gulf"}'])
      expect(await post(body)).toMatchObject({ status: 400, body: { type: '/problems/request-malformed' } })
    expect((await post('{"name":"Gulf \\ud83c\\udfac \\\\ud800"}')).status).toBe(201)
  })

  it('is sent to unauthenticated callers before they send a body of any size', async () => {
    const { port, hostname } = new URL(kinora.url)
    const answered = async (call: Call) => {
      const socket = connect(Number(port), hostname)
      const path = fillPath(call.path, { id: randomUUID(), subtitleId: randomUUID() })
      socket.write(
        `${call.method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\n{`,
      )
      const [first] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })
      socket.destroy()
      return String(first).split('\r\n', 1)[0]
    }
    const large = [allCalls.createSubtitle, allCalls.createSocialClip, allCalls.createImport]
    for (const call of large) expect(await answered(call)).toBe('HTTP/1.1 401 Unauthorized')
  })

  it('is sent even for bytes that are not HTTP', async () => {
    const { port, hostname } = new URL(kinora.url)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'))
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1.1 400/)
  })
})

describe('unknown query parameters', () => {
  it.each([
    ['GET', '/video/api/v1/contents/paginated?pageNum=1&statuss=ready', 'statuss'],
    ['GET', '/services/api/v1/users/me?organisation=x', 'organisation'],
    ['POST', '/video/api/v1/uploads?title=a', 'title'],
    ['GET', '/services/api/v1/sign-in-options?__proto__=1', '__proto__'],
  ])('are refused by name: %s %s', async (method, path, name) => {
    const answer = await owner.send(method, path, method === 'POST' ? { body: {} } : {})
    expect(answer).toMatchObject({
      status: 400,
      body: { type: '/problems/request-invalid', errors: [{ path: `query.${name}` }] },
    })
  })

  it('do not include `time` and the parameters that pages add to player URLs', async () => {
    expect((await owner.send('GET', '/video/api/v1/contents/paginated?time=1732')).status).toBe(200)
    // The video does not exist, but the address is understood.
    for (const path of [
      '/embed/a0b1c2d3e4f5g6h7i8j9k0?utm_source=mail',
      '/oembed?url=https://x.example&dnt=1',
    ])
      expect((await visitor().send('GET', path)).status).toBe(404)
  })
})

const json = { 'content-type': 'application/json' }

describe('idempotency keys', () => {
  const create = (key: string, name: string) =>
    owner.send('POST', '/services/api/v1/environments', {
      body: { organizationId: owner.organizationId, name, type: 'qa' },
      headers: { 'idempotency-key': key },
    })

  it('replay the stored answer for the same request', async () => {
    const first = await create('key-1', 'One')
    const again = await create('key-1', 'One')
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, body: first.body })
  })

  it('refuse another request', async () => {
    await create('key-2', 'Two')
    expect(await create('key-2', 'Another')).toMatchObject({
      status: 422,
      body: { type: '/problems/idempotency-mismatch' },
    })
  })

  it('let fifty concurrent requests have one effect and the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('key-50', 'Fifty')))
    const [first] = answers
    expect(first).toMatchObject({ status: 201, body: { name: 'Fifty' } })
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 201, body: first?.body })
    const { organizations } = await owner.call('getUser', { params: { id: 'me' } })
    const names = organizations[0]?.environments.map(({ name }) => name) ?? []
    expect(names.filter((name) => name === 'Fifty')).toHaveLength(1)
  })

  it('repeat no effect if its response could not be stored', async () => {
    const { sql, end } = openTestPool(kinora)
    await sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`)
    await sql(
      'CREATE TRIGGER fail BEFORE UPDATE ON idempotency FOR EACH ROW WHEN (NEW.body IS NOT NULL) EXECUTE FUNCTION fail()',
    )
    const make = () =>
      owner.send('POST', '/services/api/v1/organizations/create', {
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'key-lost' },
      })
    expect((await make()).status).toBe(201)
    await sql('DROP TRIGGER fail ON idempotency')
    await end()
    expect(await make()).toMatchObject({ status: 409, body: { type: '/problems/idempotency-unknown' } })
    const { organizations } = await owner.call('getUser', { params: { id: 'me' } })
    expect(organizations.filter(({ name }) => name === 'Once')).toHaveLength(1)
  })

  it('are free again after a request that failed, and at most 255 characters long', async () => {
    expect((await create('key-3', ' wrong ')).status).toBe(400)
    expect((await create('key-3', 'Right')).status).toBe(201)
    expect((await create('k'.repeat(256), 'Long')).status).toBe(400)
  })
})

describe('limits', () => {
  it('are in each response and apply to sign-in', async () => {
    const who = visitor()
    const statuses: number[] = []
    for (let n = 0; n < 32; n++) {
      const body = { email: `limit${n}@example.com`, password: 'x' }
      const answer = await who.send('POST', '/services/api/v1/users/authenticate', { body })
      statuses.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses.slice(0, 30).every((status) => status === 403)).toBe(true)
    expect(statuses.slice(30)).toEqual([429, 429])
  })
})

it('limits count addresses of one network as one', async () => {
  const asked = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    const answer = await visitor().send('GET', '/services/api/v1/sign-in-options', { headers })
    return Number(answer.headers.get('ratelimit-remaining'))
  }
  const first = await asked('2001:db8:0:7::1')
  expect(await asked('2001:db8::7:8899:aabb:ccdd:eeff')).toBe(first - 1)
  expect(await asked('2001:db8:0:8::1')).toBe(first)
  expect(await asked('::ffff:192.0.2.1')).toBe(first)
  expect(await asked('::ffff:192.0.2.2')).toBe(first)
})

it('limits are shared by all processes, and by all members of an environment', async () => {
  const other = await startTestKinora({ beside: kinora })
  const person = await newOwner(kinora.url)
  const left = async (url: string, path: string) => {
    const { token, organizationId, environmentId } = person
    const answer = await client(url, token, organizationId, environmentId).send('GET', path)
    return Number(answer.headers.get('ratelimit-remaining'))
  }
  const first = await left(kinora.url, '/video/api/v1/uploads/options')
  // A process takes several requests at once.
  expect(await left(other.url, '/video/api/v1/uploads/options')).toBeLessThan(first)
  const headers = { 'x-forwarded-for': '192.0.2.9' }
  const body = { email: 'two-processes@example.com', password: 'x' }
  const signIn = async (url: string) =>
    (
      await client(url, null, null, null).send('POST', '/services/api/v1/users/authenticate', {
        body,
        headers,
      })
    ).status
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => signIn([kinora.url, other.url][n % 2] ?? '')),
  )
  expect(statuses.filter((status) => status !== 429)).toHaveLength(30)
  await other.stop()
})

it('limits cannot be bypassed by forged headers', async () => {
  const who = visitor()
  const statuses: number[] = []
  for (let n = 0; n < 1215; n++) {
    const headers = { 'x-forwarded-for': '192.0.2.7', 'environment-id': String(n) }
    const { status } = await who.send('GET', '/services/api/v1/sign-in-options', { headers })
    statuses.push(status)
  }
  expect(statuses.at(-1)).toBe(429)
  // The console's files are still served.
  expect((await who.send('GET', '/theme.js')).status).toBe(200)
})

it('long answers are compressed for clients that accept it', async () => {
  const read = async (path: string, accepted: string) => {
    const { token, environmentId } = owner
    const headers = {
      authorization: `Bearer ${token}`,
      'environment-id': environmentId ?? '',
      'accept-encoding': accepted,
    }
    const answer = await fetch(kinora.url + path, { headers })
    expect(await answer.json()).toBeTruthy()
    return [answer.headers.get('content-encoding'), answer.headers.get('vary')]
  }
  const long = '/openapi.json'
  expect(await read(long, 'br, gzip;q=0.5')).toEqual(['gzip', 'accept-encoding'])
  expect(await read(long, 'gzip;q=0, br')).toEqual([null, 'accept-encoding'])
  expect(await read(long, 'identity')).toEqual([null, 'accept-encoding'])
  expect(await read('/video/api/v1/tags', 'gzip')).toEqual([null, null])
})

describe('logs', () => {
  it('never contain a password or a token', async () => {
    await visitor().send('POST', '/services/api/v1/users/authenticate', {
      body: { email: 'log@example.com', password: 'Canary-password-1' },
    })
    await client(kinora.url, 'kns_canary-token', null, null).send(
      'GET',
      '/services/api/v1/users/me?token=canary-query',
    )
    const logged = kinora.logged()
    expect(logged).toContain('/services/api/v1/users/authenticate')
    expect(logged).not.toMatch(/Canary-password-1|canary-token|canary-query/)
    expect(logged).not.toContain(owner.token)
  })

  it('name the route of a request, not its path, and no refusal as an error', async () => {
    const { id } = await newStream(owner)
    const { streamKey } = await owner.call('getStreamKey', { params: { id } })
    const offer = (path: string) =>
      fetch(`${kinora.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/sdp', authorization: `Bearer ${streamKey}` },
        body: 'v=0',
      })
    // There is no live node.
    expect((await offer(`/whip/${streamKey}`)).status).toBe(503)
    expect((await fetch(`${kinora.url}/play/canary-play/s/canary-session.sig/x.m3u8`)).status).toBe(404)
    await expect.poll(() => kinora.logged()).toContain('"route":"/whip/*"')
    const logged = kinora.logged()
    expect(logged).not.toMatch(/canary-(play|session)/)
    expect(logged).not.toContain(streamKey)
    expect(logged).not.toContain('a request failed')
  })
})

describe('operations', () => {
  it('answers health, readiness, metrics and the documents', async () => {
    expect(await visitor().send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    const ready = await visitor().send('GET', '/readyz')
    expect(ready.body).toMatchObject({
      status: 'ok',
      checks: { database: { ok: true }, ffmpeg: { ok: true } },
    })
    const metrics = await (await fetch(`${kinora.url}/metrics`)).text()
    expect(metrics).toContain('kinora_http_request_seconds_bucket')
    expect((await visitor().send('GET', '/docs')).body).toContain('/video/api/v1/uploads')
  })

  it('serves the console with a strict policy and a fresh nonce, and 404s below services', async () => {
    const page = () =>
      fetch(`${kinora.url}/0199-some-environment/videos`, { headers: { accept: 'text/html' } })
    const [first, second] = await Promise.all([page(), page()])
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).not.toBe(second.headers.get('content-security-policy'))
    const missing = await fetch(`${kinora.url}/video/api/v1/nothing`, { headers: { accept: 'text/html' } })
    expect(missing.status).toBe(404)
  })
})
