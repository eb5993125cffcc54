import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer, vast } from '../../../testing/ad-server.ts'
import { askAdServer } from './ask-ad-server.ts'
import { askVmap } from './ask-vmap.ts'
import { fillMacros } from './macros.ts'
import type { RequestResult } from './requests.ts'
import { vastOf } from './vast.ts'
import { readXml } from './xml.ts'

let server: TestAdServer
beforeAll(async () => {
  server = await openAdServer()
})
afterAll(() => server.close())

/** Recorded results of requests. */
const recorded: RequestResult[] = []

const ask = (path: string, budgetMs = 5000, networks = ['127.0.0.0/8']) =>
  askAdServer({
    origin: { url: `${server.url}${path}` },
    headers: {},
    allowed: { URL_ALLOW_PRIVATE: networks, OUTGOING_HOSTS: [] },
    signal: AbortSignal.timeout(budgetMs),
    servers: { isPaused: () => false, record: (_asked, result) => void recorded.push(result) },
    fill: (url) => fillMacros(url, { now: new Date(0) }),
    breaksOf: (breaks) => breaks.filter(({ offset }) => offset === 'start'),
  })

const inline = (id: string) => server.ad(id, 'none.mp4')
const wrapper = (to: string, given = '') => `<Ad id="w"><Wrapper ${given}>
  <VASTAdTagURI><![CDATA[${server.url}${to}]]></VASTAdTagURI>
  <Impression>${server.url}/report${to}</Impression><Error>${server.url}/error${to}?code=[ERRORCODE]</Error>
</Wrapper></Ad>`
const adsIn = async (path: string) => (await ask(path)).ads.map(({ id }) => id)
const reasonOf = async (path: string, budgetMs?: number) => (await ask(path, budgetMs)).reason

/** Serves an ad in nested wrappers. @returns the path of the outermost wrapper */
function wrapped(name: string, depth: number): string {
  server.offer(`/${name}-0`, inline(name))
  for (let n = 1; n <= depth; n++) server.offer(`/${name}-${n}`, wrapper(`/${name}-${n - 1}`))
  return `/${name}-${depth}`
}

describe('an answer', () => {
  it('is an ad with its media file and tracking', async () => {
    server.offer('/one', inline('one'))
    const { ads, reason, exchanges } = await ask('/one')
    expect(reason).toBeNull()
    expect(ads[0]).toMatchObject({
      id: 'one',
      title: 'Advertisement one',
      durationS: 2,
      universalAdId: 'test:one',
    })
    expect(ads[0]?.mediaFiles).toEqual([
      {
        url: `${server.url}/one.mp4`,
        type: 'video/mp4',
        delivery: 'progressive',
        width: 320,
        height: 180,
        bitrateKbps: 500,
      },
    ])
    expect(ads[0]?.tracking.map(({ event }) => event)).toEqual([
      'impression',
      'error',
      'start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'complete',
      'skip',
      'pause',
      'resume',
      'mute',
      'unmute',
      'fullscreen',
      'exitFullscreen',
      'click',
      'customClick',
    ])
    expect(exchanges).toMatchObject([{ url: `${server.url}/one`, status: 200, fault: null }])
  })

  it('has the skip offset and the click-through URL of the ad', () => {
    const read = (skipOffset: string) => {
      const [ad] = vastOf(readXml(vast(server.ad('one', 'none.mp4', { skipOffset })))).ads
      return ad?.kind === 'inline' ? ad : null
    }
    expect(read('00:00:05')?.skipOffset).toEqual({ seconds: 5 })
    expect(read('12.5%')?.skipOffset).toEqual({ share: 0.125 })
    expect(read('soon')?.skipOffset).toBeNull()
    expect(read('soon')?.clickThroughUrl).toBe(`${server.url}/one.html?at=[TIMESTAMP]`)
  })

  it('is a pod in order, or else the first ad', async () => {
    const { ad } = server
    server.offer('/pod', ad('b', '', { sequence: 2 }), inline('buffet'), ad('a', '', { sequence: 1 }))
    expect(await adsIn('/pod')).toEqual(['a', 'b'])
    server.offer('/two', inline('x'), inline('y'))
    expect(await adsIn('/two')).toEqual(['x'])
  })

  it('can be behind seven wrappers but not eight, with the tracking of all', async () => {
    const { ads, exchanges } = await ask(wrapped('seven', 7))
    expect(exchanges).toHaveLength(8)
    expect(ads[0]?.tracking.filter(({ event }) => event === 'impression')).toHaveLength(8)
    const refused = await ask(wrapped('eight', 8))
    expect([refused.ads.length, refused.reason]).toEqual([0, 'too-many-wrappers'])
    expect(refused.errors.map(({ code }) => code)).toEqual(new Array(8).fill(302))
  })

  it('has the verification scripts of its wrappers and its own, also before VAST 4.1', async () => {
    const omid = (vendor: string) => `<AdVerifications><Verification vendor="${vendor}">
      <JavaScriptResource apiFramework="omid" browserOptional="true"><![CDATA[https://v.example/${vendor}.js]]></JavaScriptResource>
      <VerificationParameters><![CDATA[{"k":1}]]></VerificationParameters></Verification>
      <Verification vendor="other"><JavaScriptResource>https://v.example/old.js</JavaScriptResource></Verification>
    </AdVerifications>`
    server.offer('/measured', server.ad('m', 'none.mp4', { extra: omid('inner') }))
    const extension = `<Extensions><Extension type="AdVerifications">${omid('outer')}</Extension></Extensions>`
    server.offer('/measuring', wrapper('/measured').replace('</Wrapper>', `${extension}</Wrapper>`))
    const { ads } = await ask('/measuring')
    expect(ads[0]?.verifications).toEqual([
      { vendor: 'outer', scriptUrl: 'https://v.example/outer.js', parameters: '{"k":1}' },
      { vendor: 'inner', scriptUrl: 'https://v.example/inner.js', parameters: '{"k":1}' },
    ])
  })

  it('has one ad behind a wrapper, unless the wrapper allows more', async () => {
    server.offer('/many', server.ad('p', '', { sequence: 1 }), server.ad('q', '', { sequence: 2 }))
    server.offer('/strict', wrapper('/many'))
    server.offer('/open', wrapper('/many', 'allowMultipleAds="true"'))
    expect(await adsIn('/strict')).toEqual(['p'])
    expect(await adsIn('/open')).toEqual(['p', 'q'])
  })

  it('is the first stand-alone ad behind a wrapper that allows one ad', async () => {
    server.offer('/mixed', server.ad('p', '', { sequence: 1 }), inline('alone'), inline('other'))
    server.offer('/one-of-mixed', wrapper('/mixed'))
    expect(await adsIn('/one-of-mixed')).toEqual(['alone'])
  })

  it('has no wrappers behind a wrapper that forbids more', async () => {
    const last = 'followAdditionalWrappers="false"'
    server.offer('/last-ad', inline('last'))
    server.offer('/last', wrapper('/last-ad', last))
    // The flag is about wrappers behind it, so it works at any depth.
    server.offer('/second-last', wrapper('/last'))
    expect([await adsIn('/last'), await adsIn('/second-last')]).toEqual([['last'], ['last']])
    server.offer('/ignored', wrapper('/last-ad'))
    server.offer('/before-ignored', wrapper('/ignored', last))
    const { ads, reason, errors, exchanges } = await ask('/before-ignored')
    expect([ads, reason, exchanges.length]).toEqual([[], 'too-many-wrappers', 2])
    expect(errors).toEqual([
      { url: `${server.url}/error/ignored?code=[ERRORCODE]`, code: 302 },
      { url: `${server.url}/error/last-ad?code=[ERRORCODE]`, code: 302 },
    ])
    server.offer('/ignored-and-ad', wrapper('/last-ad'), inline('beside'))
    server.offer('/before-both', wrapper('/ignored-and-ad', last))
    expect(await adsIn('/before-both')).toEqual(['beside'])
  })

  it('replaces empty wrappers of a pod by stand-alone ads, unless they forbid it', async () => {
    const inPod = (sequence: number, given = '') =>
      wrapper('/nothing', given).replace('id="w"', `id="w" sequence="${sequence}"`)
    const pod = (given?: string) => [
      inPod(1, given),
      server.ad('b', '', { sequence: 2 }),
      inPod(3, given),
      inline('spare'),
      inline('second'),
      inline('third'),
    ]
    server.offer('/nothing')
    server.offer('/gaps', ...pod('fallbackOnNoAd="true"'))
    server.offer('/usual-gaps', ...pod())
    server.offer('/kept-gaps', ...pod('fallbackOnNoAd="false"'))
    expect(await adsIn('/gaps')).toEqual(['spare', 'b', 'second'])
    expect(await adsIn('/usual-gaps')).toEqual(['spare', 'b', 'second'])
    expect(await adsIn('/kept-gaps')).toEqual(['b'])
  })

  it('ends in a loop of wrappers', async () => {
    server.offer('/loop', wrapper('/loop'))
    const { reason, exchanges } = await ask('/loop')
    expect([reason, exchanges.length]).toEqual(['too-many-wrappers', 8])
  })

  it('ends in a tree of wrappers', async () => {
    const all = Array.from({ length: 6 }, (_, n) =>
      wrapper('/tree', 'allowMultipleAds="true"').replace('id="w"', `id="w" sequence="${n + 1}"`),
    )
    server.offer('/tree', ...all)
    expect((await ask('/tree')).exchanges.length).toBeLessThanOrEqual(30)
  })
})

describe('no ad', () => {
  it('is reported to all wrappers', async () => {
    server.offer('/empty', `<Error>${server.url}/error/empty</Error>`)
    server.offer('/around', wrapper('/empty'))
    const { ads, reason, errors } = await ask('/around')
    expect([ads.length, reason]).toEqual([0, 'no-ads'])
    expect(errors).toEqual([
      { url: `${server.url}/error/empty`, code: 303 },
      { url: `${server.url}/error/empty?code=[ERRORCODE]`, code: 303 },
    ])
  })

  it('is an answer without content, too', async () => {
    server.answer('/204', (_request, response) => void response.writeHead(204).end())
    server.answer('/blank', (_request, response) => void response.end('\uFEFF \n'))
    server.offer('/before-204', wrapper('/204'))
    expect([await reasonOf('/204'), await reasonOf('/blank')]).toEqual(['no-ads', 'no-ads'])
    const { reason, errors, exchanges } = await ask('/before-204')
    expect([reason, exchanges.at(-1)?.status, exchanges.at(-1)?.fault]).toEqual(['no-ads', 204, null])
    expect(errors).toEqual([{ url: `${server.url}/error/204?code=[ERRORCODE]`, code: 303 }])
    const options = {
      headers: {},
      allowed: { URL_ALLOW_PRIVATE: ['127.0.0.0/8'], OUTGOING_HOSTS: [] },
      signal: AbortSignal.timeout(5000),
    }
    const servers = { isPaused: () => false, record: () => undefined }
    expect(await askVmap(`${server.url}/204`, { ...options, servers })).toMatchObject({ reason: 'no-ads' })
  })

  it.each<[string, string, string]>([
    ['no XML', 'answer-invalid', 'nothing here'],
    ['half a document', 'answer-invalid', '<VAST version="4.2"><Ad>'],
    ['another document', 'answer-invalid', '<html></html>'],
    ['VAST 1', 'version-unsupported', '<VideoAdServingTemplate/>'],
    ['VAST 5', 'version-unsupported', '<VAST version="5.0"/>'],
    [
      'nested entities',
      'answer-invalid',
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><VAST version="4.2">&b;</VAST>',
    ],
    ['a deep document', 'answer-invalid', '<a>'.repeat(5000)],
    ['many elements', 'answer-invalid', vast('<Ad/>'.repeat(10_000))],
    ['more than 256 kB', 'answer-too-large', vast(' '.repeat(300_000))],
  ])('is the result of %s', async (name, reason, body) => {
    const path = `/bad-${name.replaceAll(' ', '-')}`
    server.answer(path, (_request, response) => void response.end(body))
    expect(await reasonOf(path)).toBe(reason)
  })

  it('is the result if an ad server fails, hangs or drips', async () => {
    server.answer('/fails', (_request, response) => void response.writeHead(500).end())
    expect(await reasonOf('/fails')).toBe('server-failed')
    server.answer('/hangs', () => undefined)
    expect(await reasonOf('/hangs', 50)).toBe('server-timeout')
    const stop = new AbortController()
    server.answer('/drips', async (_request, response) => {
      response.on('error', () => undefined)
      while (!stop.signal.aborted) {
        response.write(' ')
        await pause(5)
      }
    })
    expect(await reasonOf('/drips', 80)).toBe('server-timeout')
    stop.abort()
  })

  it('is a failure of the host without a whole answer or with 5xx, and of the address with any other fault', async () => {
    const answers = {
      '/endless': (_request, response) => void response.write('<VAST version="4.2">'),
      '/breaks-off': (_request, response) => void response.destroy(),
      '/503': (_request, response) => void response.writeHead(503).end(),
      '/404': (_request, response) => void response.writeHead(404).end(),
      '/429': (_request, response) => void response.writeHead(429).end(),
      '/huge': (_request, response) => void response.end(' '.repeat(300_000)),
      '/half': (_request, response) => void response.end('<VAST version="4.2"><Ad>'),
      '/json': (_request, response) => void response.end('{}'),
      '/html': (_request, response) => void response.end('<html></html>'),
    } satisfies Record<string, Parameters<TestAdServer['answer']>[1]>
    for (const [path, answer] of Object.entries(answers)) server.answer(path, answer)
    recorded.length = 0
    for (const path of [...Object.keys(answers), '/204', '/one'])
      await ask(path, path === '/endless' ? 50 : 5000)
    expect(recorded).toEqual([
      ...new Array(3).fill('host-failed'),
      ...new Array(6).fill('address-failed'),
      'answered',
      'answered',
    ])
  })

  it('is the result of a refused address, also behind a wrapper', async () => {
    server.offer('/private', wrapper('/one'))
    expect((await ask('/private', 5000, [])).reason).toBe('address-refused')
    server.offer('/inward', wrapper('/x').replace(`${server.url}/x`, 'http://169.254.169.254/latest'))
    expect((await ask('/inward')).reason).toBe('address-refused')
  })
})

describe('VMAP breaks', () => {
  const adBreak = (source: string, id: string) => `<AdBreak timeOffset="start" breakType="linear">
    <AdSource>${source}</AdSource><TrackingEvents><Tracking event="breakStart">${server.url}/${id}/start</Tracking>
    <Tracking event="error">${server.url}/${id}/error</Tracking></TrackingEvents></AdBreak>`
  const tag = (path: string) => `<AdTagURI>${server.url}${path}</AdTagURI>`
  const serveVmap = (path: string, ...breaks: readonly string[]) =>
    server.answer(path, (_request, response) => response.end(`<VMAP version="1.0">${breaks.join('')}</VMAP>`))

  it('are merged at the same time, each with its own tracking', async () => {
    const data = `<VASTAdData>${vast(inline('in-vmap'))}</VASTAdData>`
    server.offer('/of-break', inline('of-break'))
    serveVmap('/vmap', adBreak(data, 'one'), adBreak(tag('/of-break'), 'two'))
    const { ads } = await ask('/vmap')
    expect(ads.map(({ id, breakTracking }) => [id, breakTracking?.[0]?.url])).toEqual([
      ['in-vmap', `${server.url}/one/start`],
      ['of-break', `${server.url}/two/start`],
    ])
  })

  it('fail with error codes of VMAP, and can be behind seven wrappers', async () => {
    server.answer('/broken-break', (_request, response) => response.end('<VAST'))
    server.answer('/gone-break', (_request, response) => void response.writeHead(404).end())
    server.offer('/empty-break')
    const paths = ['/broken-break', '/gone-break', '/empty-break', wrapped('deep-break', 7)]
    serveVmap('/vmap-faults', ...paths.map((path, n) => adBreak(tag(path), `${n}`)))
    const { ads, errors } = await ask('/vmap-faults')
    expect(ads.map(({ id }) => id)).toEqual(['deep-break'])
    expect(errors.toSorted((a, b) => a.code - b.code)).toEqual([
      { url: `${server.url}/0/error`, code: 1006 },
      { url: `${server.url}/1/error`, code: 1008 },
    ])
  })

  it('cannot contain VMAP', async () => {
    serveVmap('/vmap-loop', adBreak(tag('/vmap-loop'), 'loop'))
    const { reason, exchanges } = await ask('/vmap-loop')
    expect([reason, exchanges.length]).toEqual(['answer-invalid', 2])
  })
})

describe('a read value', () => {
  it('has limits', () => {
    expect(() => readXml(`<a ${Array.from({ length: 60 }, (_, n) => `b${n}="1"`).join(' ')}/>`)).toThrow(
      'attributes',
    )
    const many = `<InLine>${'<Impression>http://a.example/</Impression>'.repeat(400)}</InLine>`
    const { ads } = vastOf(readXml(vast(...new Array(30).fill(`<Ad>${many}</Ad>`).slice(0, 10))))
    expect(ads.map(({ tracking }) => tracking.length)).toEqual(new Array(10).fill(200))
  })

  it('is not a URL with another scheme', () => {
    const { ads } = vastOf(
      readXml(vast('<Ad><InLine><Impression>javascript:alert(1)</Impression></InLine></Ad>')),
    )
    expect(ads[0]?.tracking).toEqual([])
  })
})

describe('macros', () => {
  it('are replaced and encoded, and unknown ones become -1', () => {
    const url = 'http://a.example/?c=[CONTENTID]&x=%%ERRORCODE%%&u=[OTHER]&t=[TIMESTAMP]&list[]=1'
    expect(fillMacros(url, { now: new Date(0), CONTENTID: 'a b', ERRORCODE: 303 })).toBe(
      'http://a.example/?c=a%20b&x=303&u=-1&t=1970-01-01T00%3A00%3A00.000Z&list[]=1',
    )
    expect(fillMacros('http://a.example/?o=[OS]&s=%%SERVERSIDE%%', { OS: 'iOS' })).toBe(
      'http://a.example/?o=iOS&s=1',
    )
    const [first, second] = ['', ''].map(() => fillMacros('[CACHEBUSTING]', { now: new Date(0) }))
    expect(first).toMatch(/^\d{8}$/)
    expect(first).not.toBe(second)
    const repeated = 'http://a.example/?[CONTENTID]'.padEnd(3000, '[CONTENTID]')
    expect(fillMacros(repeated, { CONTENTID: 'x'.repeat(200) })).toBe(repeated)
  })
})
