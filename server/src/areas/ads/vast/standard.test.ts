import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConnections } from '../../../platform/net/guarded-request.ts'
import { openAdServer, type TestAdServer, vast } from '../../../testing/ad-server.ts'
import { askAdServer } from './ask-ad-server.ts'
import { fillKnownMacros, fillMacros } from './macros.ts'
import { type InlineAd, vastOf } from './vast.ts'
import { vmapBreaks, withRepetitions } from './vmap.ts'
import { readXml } from './xml.ts'

let server: TestAdServer
beforeAll(async () => {
  server = await openAdServer()
})
afterAll(() => server.close())

const connections = openConnections()

const ask = (url: string, budgetMs = 5000) =>
  askAdServer({
    origin: { url: url.startsWith('/') ? `${server.url}${url}` : url },
    headers: {},
    allowed: { URL_ALLOW_PRIVATE: ['127.0.0.0/8'], OUTGOING_HOSTS: [] },
    signal: AbortSignal.timeout(budgetMs),
    servers: { isPaused: () => false, record: () => undefined },
    connections,
    fill: (each) => fillMacros(each, { now: new Date(0) }),
    breaksOf: (breaks) => breaks,
  })

const wrapper = (to: string, given = '', id = 'w') => `<Ad id="${id}"><Wrapper ${given}>
  <VASTAdTagURI><![CDATA[${server.url}${to}]]></VASTAdTagURI>
  <Error>${server.url}/error?code=[ERRORCODE]</Error></Wrapper></Ad>`
const interactive = (id: string) =>
  server.ad(id, 'none.mp4').replace('type="video/mp4"', 'type="application/javascript" apiFramework="VPAID"')
const inlineOf = (ad: string) => vastOf(readXml(vast(ad))).ads[0] as InlineAd
const idsOf = async (path: string) => (await ask(path)).ads.map(({ id }) => id)

describe('stand-alone ads', () => {
  it('replace stand-alone ads without a usable file, which stay in the log', async () => {
    server.offer('/buffet', interactive('a'), interactive('b'), server.ad('c', ''), server.ad('d', ''))
    const { ads } = await ask('/buffet')
    expect(ads.map(({ id, spares }) => [id, spares?.map((each) => each.id)])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', ['d']],
    ])
  })

  it('replace ads of a pod that have no usable file, also with wrappers', async () => {
    const inPod = interactive('pod').replace('id="pod"', 'id="pod" sequence="1"')
    server.offer('/behind', server.ad('behind', ''))
    server.offer('/pod', inPod, server.ad('two', '', { sequence: 2 }), wrapper('/behind'), server.ad('e', ''))
    const { ads } = await ask('/pod')
    expect(ads.map(({ id, spares }) => [id, spares?.map((each) => each.id)])).toEqual([
      ['pod', undefined],
      ['behind', ['e']],
      ['two', ['e']],
    ])
  })

  it('do not replace wrappers that forbid it', async () => {
    server.offer('/interactive', interactive('x'))
    server.offer('/kept', wrapper('/interactive', 'fallbackOnNoAd="false"'), server.ad('y', ''))
    expect(await idsOf('/kept')).toEqual(['x'])
  })
})

describe('an ad', () => {
  const linear = (name: string, type = 'video/mp4') => `<Creative><Linear><Duration>00:00:05</Duration>
    <TrackingEvents><Tracking event="start">http://t.example/${name}</Tracking></TrackingEvents>
    <MediaFiles><MediaFile type="${type}" delivery="progressive">http://m.example/${name}</MediaFile></MediaFiles>
    </Linear></Creative>`
  const withCreatives = (...creatives: string[]) =>
    inlineOf(`<Ad><InLine><Creatives>${creatives.join('')}</Creatives></InLine></Ad>`)

  it('has the trackers of its shown linear creative only', () => {
    expect(withCreatives(linear('a'), linear('b')).tracking.map(({ url }) => url)).toEqual([
      'http://t.example/a',
    ])
    const { tracking, mediaFiles } = withCreatives(linear('flash', 'video-x/none'), linear('b'))
    expect([tracking[0]?.url, mediaFiles[0]?.url]).toEqual(['http://t.example/b', 'http://m.example/b'])
  })

  it('is not linear if it is only shown over the video', () => {
    const overlay = '<Creative><NonLinearAds><NonLinear/></NonLinearAds></Creative>'
    expect(withCreatives(overlay).isNonLinear).toBe(true)
    expect(withCreatives(overlay, linear('a')).isNonLinear).toBe(false)
  })

  it('has categories as codes or as labels with spaces', () => {
    const categories = [
      'Food &amp; Drink',
      'Health &amp; Fitness',
      'IAB1-2 IAB3',
      'IAB4,IAB5',
      'Arts, Home  Garden',
    ]
    const ad = inlineOf(
      `<Ad><InLine>${categories.map((each) => `<Category authority="a">${each}</Category>`).join('')}</InLine></Ad>`,
    )
    expect(ad.categories).toEqual([
      'a Food & Drink',
      'a Health & Fitness',
      'a IAB1-2',
      'a IAB3',
      'a IAB4',
      'a IAB5',
      'a Arts',
      'a Home Garden',
    ])
  })

  it('is tracked by progress, its view, its load and undetermined viewability', () => {
    const url = (name: string) => `http://t.example/${name}`
    const tracking = (event: string, offset = '') =>
      `<Tracking event="${event}" ${offset}>${url(event)}</Tracking>`
    const ad = inlineOf(`<Ad><InLine>
      <ViewableImpression><Viewable>${url('yes')}</Viewable><ViewUndetermined>${url('maybe')}</ViewUndetermined></ViewableImpression>
      <Creatives><Creative><Linear><TrackingEvents>${tracking('loaded')}${tracking('creativeView')}
        ${tracking('progress', 'offset="00:00:03.500"')}${tracking('progress', 'offset="40%"')}</TrackingEvents>
      </Linear></Creative></Creatives></InLine></Ad>`)
    expect(ad.tracking).toEqual([
      { event: 'impression', url: url('maybe') },
      { event: 'impression', url: url('loaded') },
      { event: 'start', url: url('creativeView') },
      { event: 'start', url: url('progress'), offset: { seconds: 3.5 } },
      { event: 'start', url: url('progress'), offset: { share: 0.4 } },
    ])
  })

  it('has its own macros', () => {
    const ad = inlineOf(`<Ad><InLine><AdServingId>s-1</AdServingId><Creatives><Creative>
      <UniversalAdId idRegistry="ad-id.org">CNPA0484000H</UniversalAdId><Linear/></Creative></Creatives></InLine></Ad>`)
    expect(ad.macros).toEqual({ ADSERVINGID: 's-1', UNIVERSALADID: 'ad-id.org CNPA0484000H' })
  })
})

describe('a wrapper', () => {
  it('without a URL is reported as invalid, and is in the log', async () => {
    const lacking = (url: string) =>
      `<Ad><Wrapper>${url}<Error>${server.url}/error?code=[ERRORCODE]</Error></Wrapper></Ad>`
    for (const url of ['', '<VASTAdTagURI/>', '<VASTAdTagURI>javascript:x</VASTAdTagURI>']) {
      server.offer('/lacking', lacking(url))
      const { ads, reason, errors, exchanges } = await ask('/lacking')
      expect([ads, reason]).toEqual([[], 'answer-invalid'])
      expect(errors).toEqual([{ url: `${server.url}/error?code=[ERRORCODE]`, code: 101 }])
      expect(exchanges[0]?.fault).toBe('a wrapper has no VASTAdTagURI')
    }
    server.offer('/lacking', lacking(''), server.ad('next', ''))
    expect(await idsOf('/lacking')).toEqual(['next'])
  })

  it('is reported with 301 if its URL is unavailable or times out', async () => {
    server.answer('/gone', (_request, response) => void response.writeHead(404).end())
    server.answer('/broken', (_request, response) => void response.writeHead(500).end())
    server.answer('/silent', () => undefined)
    for (const path of ['/gone', '/broken', '/silent']) {
      server.offer('/outer', wrapper(path))
      expect((await ask('/outer', path === '/silent' ? 300 : 5000)).errors.map(({ code }) => code)).toEqual([
        301,
      ])
    }
  })
})

describe('a document that is nearly right', () => {
  it('may have no version, unescaped ampersands, and URLs without a scheme', () => {
    expect(vastOf(readXml('<VAST><Ad><InLine/></Ad></VAST>')).ads).toHaveLength(1)
    expect(vastOf(readXml('<VAST version=""/>')).ads).toEqual([])
    const ad = inlineOf(`<Ad><InLine><Impression>//t.example/i?a=1&b=2&amp;c=3&copy=4</Impression>
      <Impression><![CDATA[//t.example/j?a=1&b=2&amp;c]]></Impression><Impression>/path</Impression></InLine></Ad>`)
    expect(ad.tracking.map(({ url }) => url)).toEqual([
      'https://t.example/i?a=1&b=2&c=3&copy=4',
      'https://t.example/j?a=1&b=2&amp;c',
    ])
  })
})

describe('VMAP', () => {
  const vmapOf = (given: string, source = '', ads = '') =>
    `<vmap:VMAP xmlns:vmap="v" version="1.0"><vmap:AdBreak breakType="linear" ${given}><vmap:AdSource ${source}>
    <vmap:VASTAdData>${vast(ads)}</vmap:VASTAdData></vmap:AdSource></vmap:AdBreak></vmap:VMAP>`

  it('limits a break to one ad, or to ads without wrappers', async () => {
    const pod = server.ad('p', '', { sequence: 1 }) + server.ad('q', '', { sequence: 2 })
    const serve = (source: string, ads: string) =>
      server.answer('/vmap', (_request, response) => response.end(vmapOf('timeOffset="start"', source, ads)))
    serve('', pod)
    expect(await idsOf('/vmap')).toEqual(['p', 'q'])
    serve('allowMultipleAds="false"', pod)
    expect(await idsOf('/vmap')).toEqual(['p'])
    server.offer('/inner', server.ad('inner', ''))
    serve('followRedirects="true"', wrapper('/inner'))
    expect(await idsOf('/vmap')).toEqual(['inner'])
    serve('followRedirects="false"', wrapper('/inner'))
    expect(await idsOf('/vmap')).toEqual([])
  })

  it('repeats a break until the end of the video', () => {
    const offsets = (given: string) =>
      withRepetitions(vmapBreaks(readXml(vmapOf(given))), 100).map(({ offset }) => offset)
    expect(offsets('timeOffset="00:00:10" repeatAfter="00:00:40"')).toEqual([
      '00:00:10',
      '00:00:50.000',
      '00:01:30.000',
    ])
    expect(offsets('timeOffset="50%" repeatAfter="00:00:30.500"')).toEqual(['50%', '00:01:20.500'])
    expect(offsets('timeOffset="end" repeatAfter="00:00:10"')).toEqual(['end'])
    expect(offsets('timeOffset="#1" repeatAfter="00:00:10"')).toEqual(['#1'])
    expect(offsets('timeOffset="00:00:10" repeatAfter="00:00:00"')).toEqual(['00:00:10'])
    expect(offsets('timeOffset="00:00:10" repeatAfter="00:00:00.001"')).toHaveLength(101)
  })
})

describe('macros', () => {
  it('have facts about the server, in lists without encoded commas', () => {
    expect(fillMacros('[SERVERUA] [VASTVERSIONS] [MEDIAMIME]', {})).toBe(
      'Kinora 2,3,5,6,7,8,11,12,13,14,15,16 video%2Fmp4,video%2Fwebm,video%2Fquicktime,application%2Fx-mpegURL',
    )
  })

  it('may have encoded brackets, and small letters for a random number or the time', () => {
    const values = { now: new Date(0), ERRORCODE: 303 }
    const random = fillMacros('[random] [CacheBusting] %%CACHEBUSTER%% %5BRANDOM%5D %5brandom%5d', values)
    expect(random).toMatch(/^(\d{8})( \1){4}$/)
    expect(fillMacros('%5BERRORCODE%5D %5bTIMESTAMP%5d [timestamp] %5BOTHER%5D', values)).toBe(
      '303 1970-01-01T00%3A00%3A00.000Z 1970-01-01T00%3A00%3A00.000Z -1',
    )
    expect(fillMacros('[errorcode] [os] a[random_id] [0] %5B0%5D', { ...values, OS: 'x' })).toBe(
      '[errorcode] [os] a[random_id] [0] %5B0%5D',
    )
    expect(fillKnownMacros('[random] %5BERRORCODE%5D [OTHER]', { ERRORCODE: 1 })).toBe('[random] 1 [OTHER]')
  })
})

describe('a request', () => {
  it('asks for a compressed answer, and understands it', async () => {
    const accepted: unknown[] = []
    const text = vast(server.ad('packed', ''))
    const codings = { gzip: gzipSync(text), br: brotliCompressSync(text), deflate: deflateSync(text) }
    for (const [coding, body] of Object.entries(codings)) {
      server.answer('/packed', ({ headers }, response) => {
        accepted.push(headers['accept-encoding'])
        response.writeHead(200, { 'content-encoding': coding }).end(body)
      })
      expect(await idsOf('/packed')).toEqual(['packed'])
    }
    expect(new Set(accepted)).toEqual(new Set(['gzip, br']))
    const bomb = gzipSync(vast(' '.repeat(1_000_000)))
    server.answer('/bomb', (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect((await ask('/bomb')).reason).toBe('answer-too-large')
  })

  it('reuses the connection of the last one, also after a redirect, and opens another one if that is closed', async () => {
    const sockets = new Set<unknown>()
    const other = createServer((request, response) => {
      sockets.add(request.socket)
      if (request.url === '/moved') response.writeHead(302, { location: '/ad' }).end('moved')
      else if (request.url === '/missing') response.writeHead(404).end('missing')
      else response.end(vast(server.ad('kept', '')))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    for (const path of ['/ad', '/missing', '/moved', '/ad', '/moved']) await ask(`${url}${path}`)
    // The body of a redirect can still be on its way when the next request begins.
    expect(sockets.size).toBeLessThanOrEqual(2)
    other.closeAllConnections()
    expect((await ask(`${url}/ad`)).reason).toBeNull()
    other.close()
    other.closeAllConnections()
  })
})
