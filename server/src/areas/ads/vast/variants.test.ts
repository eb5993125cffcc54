import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer, vast } from '../../../testing/ad-server.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { askAdServer } from './ask-ad-server.ts'
import { decodeXmlText } from './decode-text.ts'
import { fillKnownMacros, fillMacros } from './macros.ts'
import { chooseMedia } from './media.ts'
import { type InlineAd, vastOf } from './vast.ts'
import { offsetSeconds, vmapBreaks } from './vmap.ts'
import { readXml } from './xml.ts'

let server: TestAdServer
beforeAll(async () => {
  server = await openAdServer()
})
afterAll(() => server.close())

const ask = (path: string) =>
  askAdServer({
    origin: { url: `${server.url}${path}` },
    headers: {},
    allowed: { URL_ALLOW_PRIVATE: ['127.0.0.0/8'], OUTGOING_HOSTS: [] },
    signal: AbortSignal.timeout(patient(10_000)),
    servers: { isPaused: () => false, record: () => undefined },
    fill: (each) => fillMacros(each, { now: new Date(0) }),
    breaksOf: (breaks) => breaks,
  })
const adOf = (text: string) => vastOf(readXml(text)).ads[0] as InlineAd
const linear = (attributes: string, content: string) =>
  adOf(
    vast(
      `<Ad><InLine><Creatives><Creative><Linear ${attributes}>${content}</Linear></Creative></Creatives></InLine></Ad>`,
    ),
  )

describe('namespaces', () => {
  it('may have a prefix, also for VAST and inside VMAP', () => {
    const prefixed = (text: string) =>
      text.replace(/<(\/?)(?=\w)/g, '<$1v:').replace('<v:VAST', '<v:VAST xmlns:v="http://www.iab.com/VAST"')
    const text = vast(server.ad('soap', '', { seconds: 7 }))
    const plain = adOf(text)
    expect(adOf(prefixed(text))).toEqual(plain)
    expect(plain.durationS).toBe(7)
    expect(
      adOf(
        text.replace(
          '<VAST',
          '<VAST xmlns="http://www.iab.com/VAST" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
        ),
      ),
    ).toEqual(plain)
    const vmap = (
      data: string,
    ) => `<VMAP xmlns="http://www.iab.net/videosuite/vmap" version="1.0"><AdBreak timeOffset="start"><AdSource>
      <VASTAdData>${data}</VASTAdData></AdSource></AdBreak></VMAP>`
    for (const data of [text, prefixed(text)]) {
      const [found] = vmapBreaks(readXml(vmap(data)))
      expect(found?.vast && vastOf(found.vast).ads).toEqual([plain])
    }
  })
})

describe('times', () => {
  it('may have any number of decimals', () => {
    const durationOf = (text: string) => linear('', `<Duration>${text}</Duration>`).durationS
    expect(
      ['00:00:12.5', '00:00:12.50', '00:01:00.1234567', ' 00:00:07.25\n', '1:00:00', '00:00:30,5'].map(
        durationOf,
      ),
    ).toEqual([12.5, 12.5, 60.1234567, 7.25, 3600, 30.5])
    expect(['12', '00:12', '', '-00:00:01', '00:00:1x'].map(durationOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('may be percentages', () => {
    const skipOf = (text: string) => linear(`skipoffset="${text}"`, '').skipOffset
    expect(['25%', '33.3333%', ' 12.5% ', '0%', '100%', '00:00:05.250'].map(skipOf)).toEqual([
      { share: 0.25 },
      { share: expect.closeTo(0.333333) },
      { share: 0.125 },
      { share: 0 },
      { share: 1 },
      { seconds: 5.25 },
    ])
  })

  it('of breaks may be a time, a percentage, a number, the start or the end, with spaces around', () => {
    const offsets = ['start', ' end ', '37.5%', ' 100% ', '#3', ' 00:00:30.5000 ', 'END']
    const breaks = offsets.map(
      (each) => vmapBreaks(readXml(`<VMAP version="1.0"><AdBreak timeOffset="${each}"/></VMAP>`))[0],
    )
    expect(breaks.map((each) => offsetSeconds(each?.offset ?? '', 200))).toEqual([
      0,
      200,
      75,
      200,
      null,
      30.5,
      200,
    ])
    expect(breaks[4]?.offset).toBe('#3')
  })
})

describe('media files', () => {
  const chosenOf = (...files: string[]) => {
    const all = files.map((each, n) => `<MediaFile ${each}><![CDATA[ http://c.example/${n} ]]></MediaFile>`)
    return chooseMedia(linear('', `<MediaFiles>${all.join('')}</MediaFiles>`).mediaFiles)?.url.at(-1)
  }
  it('of other types are left out', () => {
    expect(
      chosenOf(
        'delivery="progressive" type="application/javascript" apiFramework="SIMID" bitrate="4000"',
        'delivery="progressive" type="application/x-shockwave-flash" bitrate="9000"',
        'delivery="streaming" type="video/mp4" bitrate="3000"',
        'delivery="progressive" type="image/gif" bitrate="5000"',
        'delivery="progressive" type="video/mp4" bitrate="800"',
        'delivery="progressive" type="video/webm" bitrate="1200"',
        'delivery="progressive" type="application/dash+xml" bitrate="7000"',
      ),
    ).toBe('5')
  })
  it('may have an empty API, spaces around their type, and parameters in it', () => {
    expect(chosenOf('delivery="progressive" type="video/mp4" apiFramework=""')).toBe('0')
    expect(chosenOf('delivery=" Progressive " type=" Video/MP4 "')).toBe('0')
    expect(chosenOf('type="video/mp4; codecs=&quot;avc1.42E01E&quot;" bitrate="none"')).toBe('0')
  })
})

describe('a URL', () => {
  it('may have spaces, lines and several CDATA sections around and in it', async () => {
    const ad = adOf(
      vast(`<Ad><InLine><Impression>
      <![CDATA[ https://t.example/i?a=1 ]]>  </Impression><Impression><![CDATA[https://t.example/]]><![CDATA[j?b=[CACHEBUSTING]&c=2]]>
      </Impression><Impression>   </Impression><Impression><![CDATA[   ]]></Impression><Impression>&#x20;https://t.example/k</Impression></InLine></Ad>`),
    )
    expect(ad.tracking.map(({ url }) => url)).toEqual([
      'https://t.example/i?a=1',
      'https://t.example/j?b=[CACHEBUSTING]&c=2',
      'https://t.example/k',
    ])
    server.offer(
      '/spaced',
      `<Ad><Wrapper><VASTAdTagURI>\n\t <![CDATA[\n ${server.url}/inner?x=a b ]]>\n</VASTAdTagURI></Wrapper></Ad>`,
    )
    server.offer('/inner', server.ad('inner', ''))
    expect((await ask('/spaced')).ads.map(({ id }) => id)).toEqual(['inner'])
  })

  it('has macros in brackets of both kinds, each with the same value', () => {
    const values = { ERRORCODE: 405, ADPLAYHEAD: '00:00:05.000', now: new Date(0) }
    expect(
      fillKnownMacros(
        '?e=[ERRORCODE]&f=%5BERRORCODE%5D&g=%5bERRORCODE]&h=%%ERRORCODE%%&p=[ADPLAYHEAD]&[[ERRORCODE]]',
        values,
      ),
    ).toBe('?e=405&f=405&g=405&h=405&p=00%3A00%3A05.000&[405]')
  })
})

describe('a charset', () => {
  const text = '<?xml version="1.0" encoding="UTF-16"?><VAST version="3.0"><Ad id="té"><InLine/></Ad></VAST>'
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  it.each<[string, Buffer, string]>([
    ['UTF-16 in both byte orders, with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), big]), 'text/xml'],
    ['big-endian UTF-16 without a mark', big, 'text/xml'],
    ['little-endian UTF-16 without a mark', little, 'application/xml; charset=utf-16'],
    ['little-endian UTF-16 without a mark and charset', little, ''],
    [
      'UTF-8 with a mark, although HTTP says otherwise',
      Buffer.from(`\uFEFF${text}`),
      'text/xml; charset=iso-8859-1',
    ],
    ['UTF-8 with a mark after a line', Buffer.from(`\n\uFEFF${text}`), ''],
  ])('is %s', (_name, bytes, contentType) => {
    expect(adOf(decodeXmlText(bytes, contentType).trim()).id).toBe('té')
  })
})

describe('a bomb', () => {
  it('is refused in any coding, also twice compressed', async () => {
    const bytes = Buffer.from(vast(' '.repeat(3_000_000)))
    const bombs = {
      gzip: gzipSync(bytes),
      br: brotliCompressSync(bytes),
      'gzip, gzip': gzipSync(gzipSync(bytes)),
      'br, gzip': gzipSync(brotliCompressSync(bytes)),
    }
    for (const [coding, body] of Object.entries(bombs)) {
      server.answer('/bomb', (_request, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(body),
      )
      expect((await ask('/bomb')).reason, coding).toBe('answer-too-large')
    }
  })
})

describe('a redirect to a private address', () => {
  it.each([
    'http://169.254.169.254/latest',
    'http://10.1.2.3/',
    'http://[::1]:80/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x0a000001/',
    'http://167772161/',
    'http://0.0.0.0/',
    'http://[fd00::1]/',
    'http://[64:ff9b::a00:1]/',
    'http://192.168.0.1.:80/',
  ])('is refused: %s', async (location) => {
    server.answer('/inward', (_request, response) => response.writeHead(302, { location }).end())
    server.offer(
      '/wraps-inward',
      `<Ad><Wrapper><VASTAdTagURI>${server.url}/inward</VASTAdTagURI><Error>${server.url}/e?[ERRORCODE]</Error></Wrapper></Ad>`,
    )
    expect((await ask('/inward')).reason).toBe('address-refused')
    expect((await ask('/wraps-inward')).errors.map(({ code }) => code)).toEqual([301])
  })
  it('is refused: another scheme', async () => {
    for (const location of ['file:///etc/passwd', 'ftp://a.example/', 'gopher://127.0.0.1/']) {
      server.answer('/scheme', (_request, response) => response.writeHead(302, { location }).end())
      expect((await ask('/scheme')).reason, location).toBe('address-refused')
    }
  })
})

describe('an error in the second ad of a pod', () => {
  const pod = async (second: string) => {
    server.offer('/pod', server.ad('a', '', { sequence: 1 }), second, server.ad('c', '', { sequence: 3 }))
    const { ads, errors, reason } = await ask('/pod')
    return { ids: ads.map(({ id }) => id), codes: errors.map(({ code }) => code), reason }
  }
  const wrapperTo = (path: string) =>
    `<Ad id="b" sequence="2"><Wrapper><VASTAdTagURI>${server.url}${path}</VASTAdTagURI><Error>${server.url}/e?c=[ERRORCODE]</Error></Wrapper></Ad>`
  it('leaves the others, and is reported for it only', async () => {
    server.answer('/gone', (_request, response) => void response.writeHead(410).end())
    server.answer(
      '/unclosed',
      (_request, response) => void response.end('<VAST version="4.1"><Ad id="x"><InLine>'),
    )
    server.answer('/ancient', (_request, response) => void response.end('<VAST version="1.0"/>'))
    server.answer('/none', (_request, response) => void response.end('<VAST version="4.1"/>'))
    server.answer('/loop', (_request, response) => void response.end(vast(wrapperTo('/loop'))))
    const codes: [string, number[]][] = []
    for (const path of ['/gone', '/unclosed', '/ancient', '/none']) {
      const found = await pod(wrapperTo(path))
      expect([found.ids, found.reason], path).toEqual([['a', 'c'], null])
      codes.push([path, found.codes])
    }
    expect(codes).toEqual([
      ['/gone', [301]],
      ['/unclosed', [100]],
      ['/ancient', [102]],
      ['/none', [303]],
    ])
    const looped = await pod(wrapperTo('/loop'))
    expect([looped.ids, new Set(looped.codes)]).toEqual([['a', 'c'], new Set([302])])
    expect((await pod('<Ad id="b" sequence="2"/>')).ids).toEqual(['a', 'c'])
    expect((await pod('<Ad id="b" sequence="2"><InLine/></Ad>')).ids).toEqual(['a', 'b', 'c'])
  })
})

function linearAdOf(mediaFile: string, tracking = '') {
  const linear = `<Linear><Duration>00:00:10</Duration>${tracking}<MediaFiles>${mediaFile}</MediaFiles></Linear>`
  const creatives = `<Creatives><Creative>${linear}</Creative></Creatives>`
  const xml = `<VAST version="4.2"><Ad><InLine><AdSystem>a</AdSystem>${creatives}</InLine></Ad></VAST>`
  const [ad] = vastOf(readXml(xml)).ads
  if (ad?.kind !== 'inline') throw new Error('there is no inline ad')
  return ad
}

describe('a media file', () => {
  it.each([
    ['without a type', '', 'http://a.example/film.mp4?x=1'],
    ['of an empty type', 'type=""', 'http://a.example/film.WEBM'],
    ['of the type application/mp4', 'type="application/mp4"', 'http://a.example/film'],
    ['of a type that says nothing', 'type="application/octet-stream"', 'http://a.example/film.mov'],
  ])('%s is a video if its name says so', (_name, type, url) => {
    const { mediaFiles } = linearAdOf(`<MediaFile delivery="progressive" ${type}>${url}</MediaFile>`)
    expect(chooseMedia(mediaFiles)?.url).toBe(url)
  })

  it.each([
    ['type="application/javascript"', 'http://a.example/ad.js'],
    ['', 'http://a.example/ad.js'],
    ['type="image/png"', 'http://a.example/film.mp4'],
  ])('%s %s is none', (type, url) => {
    expect(chooseMedia(linearAdOf(`<MediaFile ${type}>${url}</MediaFile>`).mediaFiles)).toBeNull()
  })
})

it('requests no progress URL whose time cannot be read', () => {
  const events = ['offset="00:00:05"', 'offset="20%"', 'offset="5"', 'offset="-5"', ''].map(
    (offset, n) => `<Tracking event="progress" ${offset}>http://a.example/${n}</Tracking>`,
  )
  const ad = linearAdOf('', `<TrackingEvents>${events.join('')}</TrackingEvents>`)
  expect(ad.tracking.map(({ url }) => url)).toEqual(['http://a.example/0', 'http://a.example/1'])
})

it('reads types and offsets of VMAP breaks in any case', () => {
  const source = '<AdSource><AdTagURI>http://a.example/tag</AdTagURI></AdSource>'
  const breaks = `<AdBreak timeOffset="START" breakType="Linear">${source}</AdBreak>`
  const root = readXml(`<VMAP version="1.0">${breaks}</VMAP>`)
  expect(vmapBreaks(root)).toMatchObject([{ offset: 'start', tagUrl: 'http://a.example/tag' }])
})
