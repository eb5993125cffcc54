import { afterEach, describe, expect, it } from 'vitest'
import { post } from './post.ts'
import { type Answer, type Receiver, startReceiver } from './test-receiver.ts'

const receivers: Receiver[] = []
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})

async function serve(answer: Answer | null): Promise<Receiver> {
  const receiver = await startReceiver(() => answer)
  receivers.push(receiver)
  return receiver
}

const options = {
  body: '{}',
  headers: { 'content-type': 'application/json', 'x-own': 'yes' },
  allowed: { URL_ALLOW_PRIVATE: ['127.0.0.1/32'], OUTGOING_HOSTS: [] },
  timeoutMs: 5000,
  maxAnswerBytes: 4096,
}

describe('a post to an address that a user typed', () => {
  it('sends headers and body and returns the response', async () => {
    const receiver = await serve({ status: 201, headers: { 'x-theirs': 'ok' }, body: 'thanks' })
    const posted = await post(receiver.url, options)
    expect(posted).toMatchObject({ status: 201, body: 'thanks', fault: null, headers: { 'x-theirs': 'ok' } })
    expect(receiver.received).toMatchObject([
      { body: '{}', headers: { 'x-own': 'yes', 'content-length': '2' } },
    ])
  })

  it('follows no redirect, and reads no more than 4 KiB', async () => {
    const target = await serve({ status: 200 })
    const redirect = await serve({
      status: 307,
      headers: { location: target.url },
      body: 'y'.repeat(100_000),
    })
    const posted = await post(redirect.url, options)
    expect(posted).toMatchObject({ status: 307, body: 'y'.repeat(4096) })
    expect(target.received).toEqual([])
  })

  it('ends with a timeout', async () => {
    const silent = await serve(null)
    expect(await post(silent.url, { ...options, timeoutMs: 200 })).toMatchObject({
      status: null,
      fault: 'no answer in 0.2 s',
    })
    const forever = () => new Promise<never>(() => undefined)
    const posted = await post('http://example.com/', { ...options, timeoutMs: 200, resolve: forever })
    expect(posted.fault).toBe('no answer in 0.2 s')
  })

  it('reports why there was no response', async () => {
    const gone = await serve({ status: 200 })
    await receivers.pop()?.close()
    expect((await post(gone.url, options)).fault).toBe('the connection was refused')
    expect((await post('http://does-not-exist.invalid/', options)).fault).toContain('does not resolve')
  })

  it.each([
    'http://10.0.0.1/',
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://2130706433/',
    'http://0x7f.2/',
    'http://user:password@127.0.0.1/',
    'gopher://127.0.0.1/',
    'not an address',
  ])('never connects to %s', async (address) => {
    expect((await post(address, options)).fault).not.toBeNull()
  })

  it('resolves a name once and connects to the checked address, and refuses the next post if the name changes', async () => {
    const receiver = await serve({ status: 200 })
    const { port } = new URL(receiver.url)
    const answers = ['127.0.0.1', '10.0.0.1', '127.0.0.1']
    let asked = 0
    const resolve = async () => [{ address: answers[asked++] ?? '' }]
    const send = () => post(`http://rebinding.example:${port}/`, { ...options, resolve })
    expect((await send()).status).toBe(200)
    expect(asked).toBe(1)
    expect((await send()).fault).toBe('rebinding.example is not a public address, or does not resolve')
    expect((await send()).status).toBe(200)
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[0]?.headers.host).toBe(`rebinding.example:${port}`)
  })

  it('does not tell whether a name has a private address or none', async () => {
    const fault = async (resolve: () => Promise<{ address: string }[]>) =>
      (await post('http://db.example/', { ...options, resolve })).fault
    const unknown = await fault(() => Promise.reject(new Error('ENOTFOUND')))
    expect(unknown).toBe('db.example is not a public address, or does not resolve')
    expect(await fault(async () => [{ address: '10.0.0.1' }])).toBe(unknown)
    expect(await fault(async () => [])).toBe(unknown)
  })

  it('refuses a name with any private address', async () => {
    const resolve = async () => [{ address: '93.184.216.34' }, { address: '192.168.0.1' }]
    expect((await post('http://mixed.example/', { ...options, resolve })).fault).toContain(
      'not a public address',
    )
  })
})
