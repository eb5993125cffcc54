import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { AdSkipReason } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer, vast } from '../../../testing/ad-server.ts'
import { usedHeapBytes } from '../../../testing/attacks/heap.ts'
import { mutateText } from '../../../testing/attacks/mutate-text.ts'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { type AdAnswer, askAdServer } from './ask-ad-server.ts'
import { fillMacros } from './macros.ts'
import { vastSamples, vmapSample } from './test-samples.ts'
import { readXml, XmlRefused } from './xml.ts'

const MUTATIONS = 1000
const BUDGET_MS = 300
/** Time budget for answers that end by themselves. Even a busy machine needs only a fraction of it. */
const PATIENCE_MS = patient(10_000)
/** Margin beyond the budget, for a busy machine. */
const MARGIN_MS = 4000
/** Number of slow chunks: together they take longer than budget and margin. */
const DRIPS = 1000
/** Maximum time of an attack, as a multiple of that of an ordinary answer of the same size. */
const MOST_TIMES_ORDINARY = 8
const MAX_GROWTH_BYTES = 80 * 1024 * 1024

let server: TestAdServer
beforeAll(async () => {
  server = await openAdServer()
})
afterAll(() => server.close())

async function ask(path: string, budgetMs = BUDGET_MS): Promise<AdAnswer & { readonly ms: number }> {
  const startedAt = performance.now()
  const answer = await askAdServer({
    origin: { url: `${server.url}${path}` },
    headers: {},
    allowed: { URL_ALLOW_PRIVATE: ['127.0.0.0/8'], OUTGOING_HOSTS: [] },
    signal: AbortSignal.timeout(budgetMs),
    servers: { isPaused: () => false, record: () => undefined },
    fill: (url) => fillMacros(url, { now: new Date(0) }),
    breaksOf: (breaks) => breaks.slice(-1),
  })
  return { ...answer, ms: performance.now() - startedAt }
}

/** Replaces example hosts by this server, so that wrappers lead to an answer. */
const atHome = (text: string) => text.replace(/https?:\/\/[a-z.]+\.example/g, server.url)

const wrapper = (to: string, given = '', extra = '') =>
  `<Ad ${given}><Wrapper allowMultipleAds="true"><VASTAdTagURI>${server.url}${to}</VASTAdTagURI>${extra}</Wrapper></Ad>`

/** Serves bytes at a path. */
function serve(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): void {
  server.answer(path, (_request, response) => void response.writeHead(200, headers).end(body))
}

function isStorable(value: unknown): boolean {
  // PostgreSQL refuses both in JSON.
  return !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value))
}

describe('a damaged answer', () => {
  it('never throws, needs little time and memory, and can be stored, in a thousand variants', async () => {
    const random = seededRandom(4242)
    const texts = [...vastSamples.map(({ text }) => text), vmapSample].map(atHome)
    for (const path of ['/vast', '/rtb/vast', '/4.2', '/tag'])
      serve(path, vast(server.ad('behind', 'none.mp4')))
    const before = usedHeapBytes()
    const reasons = new Map<AdSkipReason | null, number>()
    let slowestMs = 0
    for (let n = 0; n < MUTATIONS; n++) {
      const text = mutateText(texts[n % texts.length] ?? '', random)
      serve('/mutated', Buffer.from(text))
      const answer = await ask('/mutated', PATIENCE_MS)
      slowestMs = Math.max(slowestMs, answer.ms)
      reasons.set(answer.reason, (reasons.get(answer.reason) ?? 0) + 1)
      expect(isStorable(answer), text).toBe(true)
      expect(answer.exchanges.length, text).toBeLessThanOrEqual(30)
    }
    expect(slowestMs).toBeLessThan(PATIENCE_MS)
    expect(usedHeapBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
    // Some answers can still be parsed, most cannot. None counts as a network fault.
    expect(reasons.get(null)).toBeGreaterThan(50)
    expect(reasons.get('answer-invalid')).toBeGreaterThan(300)
    expect(reasons.get('server-timeout') ?? 0).toBe(0)
  })

  it.each<[string, AdSkipReason, () => string | Uint8Array]>([
    [
      'a billion laughs',
      'answer-invalid',
      () =>
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${Array.from(
          { length: 10 },
          (_, n) => `<!ENTITY ${'abcdefghijk'[n + 1]} "${`&${'abcdefghijk'[n]};`.repeat(10)}">`,
        ).join('')}]><VAST version="3.0">&k;</VAST>`,
    ],
    [
      'a file of the server',
      'answer-invalid',
      () => '<!DOCTYPE v [<!ENTITY f SYSTEM "file:///etc/passwd">]><VAST version="3.0">&f;</VAST>',
    ],
    ['20 MB', 'answer-too-large', () => vast(' '.repeat(20 * 1024 * 1024))],
    ['null bytes', 'answer-invalid', () => Buffer.alloc(5000)],
    [
      'a null byte in a title',
      'answer-invalid',
      () => vast(server.ad('nul', 'x').replace('Advertisement', '\0')),
    ],
    ['compressed bytes', 'answer-invalid', () => gzipSync(vast())],
    ['JSON', 'answer-invalid', () => '{"ads":[]}'],
  ])('is refused: %s', async (name, expected, body) => {
    const path = `/bad-${name.replaceAll(' ', '-')}`
    serve(path, body())
    const { reason, ms, exchanges } = await ask(path, PATIENCE_MS)
    expect(reason).toBe(expected)
    expect(ms).toBeLessThan(PATIENCE_MS)
    expect(isStorable(exchanges)).toBe(true)
  })

  it('is parsed in its worst shape almost as fast as an ordinary one of the same size', () => {
    const fill = (unit: string, around = (text: string) => vast(`<Ad><InLine>${text}</InLine></Ad>`)) =>
      around(unit.repeat(Math.floor((255 * 1024 - 60) / Buffer.byteLength(unit))))
    const ordinary = `<Tracking event="start"><![CDATA[https://ads.example/track?event=start&id=${'1'.repeat(200)}]]></Tracking>`
    const shapes = {
      attributes: fill(`<a ${Array.from({ length: 50 }, (_, n) => `b${n}=""`).join(' ')}/>`),
      entities: fill('&amp;', (text) => vast(`<Ad><InLine><Error>${text}</Error></InLine></Ad>`)),
      sections: fill('<![CDATA[x]]>', (text) => vast(`<Error>${text}</Error>`)),
      comments: fill('<!---->'),
      lines: fill('\r\n'),
      addresses: fill('<Error>http://a.example/</Error>'),
      spaces: fill(' ', (text) => vast(`<Error>x${text}y</Error>`)),
    }
    const cpuOf = (text: string) => {
      const before = process.threadCpuUsage()
      for (let n = 0; n < 8; n += 1) {
        try {
          readXml(text)
        } catch (error) {
          expect(error).toBeInstanceOf(XmlRefused)
        }
      }
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    // Time of the processor, about 10 ms for each, since other programs may take their share.
    const usual = cpuOf(fill(ordinary))
    for (const [name, text] of Object.entries(shapes)) {
      expect(cpuOf(text) / usual, name).toBeLessThan(MOST_TIMES_ORDINARY)
    }
  })
})

describe('an answer in another charset', () => {
  const text = vast('<Ad id="é"><InLine><AdTitle>Café</AdTitle></InLine></Ad>')
  const declared = (charset: string) => `<?xml version="1.0" encoding="${charset}"?>${text}`
  it.each<[string, Uint8Array, Record<string, string>]>([
    ['by its declaration', Buffer.from(declared('ISO-8859-1'), 'latin1'), {}],
    ['by HTTP', Buffer.from(text, 'latin1'), { 'content-type': 'text/xml; charset="windows-1252"' }],
    [
      'by its byte order mark',
      Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le'),
      { 'content-type': 'text/xml' },
    ],
    ['despite a wrong declaration', Buffer.from(declared('UTF-16')), {}],
    [
      'as UTF-8 if it is unknown',
      Buffer.from(declared('x-klingon')),
      { 'content-type': 'text/xml; charset=none' },
    ],
  ])('is read %s', async (name, bytes, headers) => {
    const path = `/charset-${name.replaceAll(' ', '-')}`
    serve(path, bytes, headers)
    expect((await ask(path, PATIENCE_MS)).ads[0]).toMatchObject({ id: 'é', title: 'Café' })
  })

  it('is stored without incomplete characters', async () => {
    for (const shift of [0, 1]) {
      const long = `${'x'.repeat(shift)}${'😀'.repeat(3000)}`
      serve(`/emoji-${shift}`, vast(`<Ad id="${long}"><InLine><AdTitle>${long}</AdTitle></InLine></Ad>`))
      const answer = await ask(`/emoji-${shift}`, PATIENCE_MS)
      expect(answer.ads[0]?.title?.length).toBeGreaterThan(190)
      expect(isStorable(answer)).toBe(true)
    }
  })
})

describe('an ad server that never ends', () => {
  it.each<[string, AdSkipReason, (path: string) => void]>([
    [
      'redirects to itself',
      'server-failed',
      (path) =>
        server.answer(path, (_request, response) => void response.writeHead(302, { location: path }).end()),
    ],
    [
      'redirects slowly',
      'server-timeout',
      (path) =>
        server.answer(path, async (_request, response) => {
          await pause(100)
          response.writeHead(302, { location: path }).end()
        }),
    ],
    ['wraps itself', 'too-many-wrappers', (path) => serve(path, vast(wrapper(path)))],
    [
      'wraps a new address each time',
      'too-many-wrappers',
      (path) =>
        server.answer(
          path,
          (_request, response) => void response.end(vast(wrapper(`${path}?${Math.random()}`))),
        ),
    ],
    [
      'drips',
      'server-timeout',
      (path) =>
        server.answer(path, async (_request, response) => {
          response.on('error', () => undefined)
          for (let n = 0; n < DRIPS && !response.destroyed; n++) {
            response.write(n === 0 ? '<VAST version="3.0">' : ' ')
            await pause(10)
          }
          response.end()
        }),
    ],
    [
      'drips its headers',
      'server-timeout',
      (path) =>
        server.answer(path, async (_request, { socket }) => {
          socket?.on('error', () => undefined)
          socket?.write('HTTP/1.1 200 OK\r\n')
          for (let n = 0; n < DRIPS && socket?.destroyed === false; n++) {
            socket.write(`x-${n}: ${n}\r\n`)
            await pause(10)
          }
          socket?.destroy()
        }),
    ],
    ['never answers', 'server-timeout', (path) => server.answer(path, () => undefined)],
    ['hangs up', 'server-failed', (path) => server.answer(path, ({ socket }) => void socket.destroy())],
  ])('costs its viewer no more than the budget: %s', async (name, expected, prepare) => {
    const path = `/endless-${name.replaceAll(' ', '-')}`
    prepare(path)
    const { reason, ms, exchanges, ads } = await ask(
      path,
      expected === 'server-timeout' ? BUDGET_MS : PATIENCE_MS,
    )
    expect([reason, ads]).toEqual([expected, []])
    expect(exchanges.length).toBeLessThanOrEqual(30)
    expect(ms).toBeLessThan(BUDGET_MS + MARGIN_MS)
  })

  it('gets at most thirty requests, even if wrappers fan out', async () => {
    const all = Array.from({ length: 20 }, (_, n) => wrapper('/fans-out', `sequence="${n + 1}"`))
    serve('/fans-out', vast(...all))
    const whole = await ask('/fans-out', PATIENCE_MS)
    expect([whole.reason, whole.ads, whole.exchanges.length]).toEqual(['server-failed', [], 30])
    const { ads, ms } = await ask('/fans-out')
    expect(ads).toEqual([])
    expect(ms).toBeLessThan(BUDGET_MS + MARGIN_MS)
  })

  it('uses limited memory, even if wrappers add much tracking', async () => {
    const errors = `<Error>${server.url}/report/e?${'e'.repeat(900)}</Error>`.repeat(200)
    const pod = Array.from({ length: 20 }, (_, n) =>
      wrapper('/inner', `sequence="${n + 1}"`, n === 0 ? errors : ''),
    )
    serve('/multiplies', vast(wrapper('/middle', '', errors)))
    serve('/middle', vast(...pod))
    serve('/inner', vast(...Array.from({ length: 20 }, (_, n) => `<Ad sequence="${n + 1}"><InLine/></Ad>`)))
    const { ads, errors: reported, exchanges } = await ask('/multiplies', 5000)
    expect(exchanges.length).toBeLessThanOrEqual(30)
    expect(ads.length).toBeLessThanOrEqual(60)
    expect(reported.length).toBeLessThanOrEqual(200)
  })
})
