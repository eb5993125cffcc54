import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { BadSourceCue, LivePacket, LiveTrack, SourceCue } from '@kinora/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { detectFfmpeg, type Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { type HostRule, parseHostRule } from '../../../platform/net/host-rules.ts'
import { aacArgs, h264Args } from '../../../testing/live/encoder.ts'
import { playUrl } from './pull.ts'

let ffmpeg: Ffmpeg
let cwd: string
const servers: Server[] = []
const children: ChildProcess[] = []
const stops: AbortController[] = []

beforeAll(async () => {
  ffmpeg = await detectFfmpeg()
  cwd = await mkdtemp(join(tmpdir(), 'kinora-pull-'))
  await ffmpeg.prepareFolder(cwd)
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop.abort()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs ffmpeg with a test pattern and a tone. */
function encode(isLive: boolean, output: readonly string[]): Promise<number | null> {
  const pace = isLive ? ['-re'] : ['-t', '3']
  const child = spawn(
    'ffmpeg',
    [
      '-loglevel',
      'error',
      ...pace,
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=320x180:rate=25',
      ...pace,
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440:sample_rate=48000',
      ...output,
    ],
    { stdio: 'ignore', cwd },
  )
  children.push(child)
  return new Promise((resolve) => child.once('close', resolve))
}

const codecs = [...h264Args, ...aacArgs]

/** Collects cues, and presentation times of keyframes. */
function nothingSeen(): { readonly cues: (SourceCue | BadSourceCue)[]; readonly keys: number[] } {
  return { cues: [], keys: [] }
}

/** Plays until `wanted` packets have arrived, or the source ends. */
async function play(
  url: string,
  wanted = 40,
  networks = ['127.0.0.1/32'],
  { cues, keys } = nothingSeen(),
  hosts: readonly HostRule[] = [],
) {
  const tracks: LiveTrack[] = []
  const stop = new AbortController()
  stops.push(stop)
  let packets = 0
  const sink = {
    track: (track: LiveTrack) => void tracks.push(track),
    packet({ kind, isKey, dts, cts }: LivePacket) {
      if (kind === 'video' && isKey) keys.push(dts + cts)
      packets += 1
      if (packets >= wanted) stop.abort()
    },
    cue: (cue: SourceCue | BadSourceCue) => void cues.push(cue),
    end: () => undefined,
  }
  const allowed = { URL_ALLOW_PRIVATE: networks, OUTGOING_HOSTS: hosts }
  const options = { sink, ffmpeg, cwd, allowed, log: createLog('silent'), signal: stop.signal }
  const reason = await playUrl(url, options).then(
    () => '',
    (error: unknown) => (stop.signal.aborted ? '' : String(error)),
  )
  return { reason, isEnough: packets >= wanted, codecs: new Set(tracks.map(({ codec }) => codec)) }
}

const whole = { reason: '', isEnough: true, codecs: new Set(['h264', 'aac']) }

/** Serves the files of the folder at any path. */
const sendFile: RequestListener = (request, reply) => {
  readFile(join(cwd, basename(request.url ?? ''))).then(
    (bytes) => reply.end(bytes),
    () => reply.writeHead(404).end(),
  )
}

/** The frames of ADTS, in groups. */
function splitAdts(adts: Buffer, count: number): Buffer[] {
  const groups: Buffer[][] = []
  for (let at = 0, n = 0; at < adts.length; n += 1) {
    const length = (adts.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    if (n % count === 0) groups.push([])
    groups.at(-1)?.push(adts.subarray(at, at + length))
    at += length
  }
  return groups.map((frames) => Buffer.concat(frames))
}

/** The ID3 tag of a segment of packed audio, 1.003 s after the one before. */
function id3(n: number): Buffer {
  const owner = Buffer.from('com.apple.streaming.transportStreamTimestamp\0')
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(126_000 + Math.round(n * 1.002_666 * 90_000)))
  const frame = Buffer.concat([
    Buffer.from('PRIV'),
    Buffer.from([0, 0, 0, owner.length + 8, 0, 0]),
    owner,
    time,
  ])
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, frame.length]), frame])
}

/** Retries until the test's server listens. */
async function playWhenReady(url: string) {
  for (let n = 0; ; n++) {
    const result = await play(url)
    if (result.reason === '' || n > 20) return result
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

describe('a pulled source', () => {
  it.each([
    ['MPEG-TS', 'mpegts'],
    ['fragmented MP4', 'fmp4'],
  ])('plays HLS of %s, also behind a redirect', async (_name, type) => {
    const list = `${type}.m3u8`
    const hls = ['-f', 'hls', '-hls_time', '1', '-hls_segment_type', type, '-hls_list_size', '0']
    const names = ['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${type}-%d.seg`]
    expect(await encode(false, [...codecs, ...hls, ...names, list])).toBe(0)
    const files = await serve(sendFile)
    const url = await serve((_request, reply) =>
      reply.writeHead(302, { location: `${files}/x/${list}` }).end(),
    )
    expect(await play(url)).toEqual(whole)
  })

  it('plays HLS with packed audio, at the times of its ID3 tags', async () => {
    const hls = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', '-hls_segment_filename', 'alone-%d.ts']
    expect(await encode(false, [...h264Args, '-an', ...hls, 'alone.m3u8'])).toBe(0)
    expect(await encode(false, [...aacArgs, '-vn', '-f', 'adts', 'whole.aac'])).toBe(0)
    const adts = await readFile(join(cwd, 'whole.aac'))
    const files = new Map(
      splitAdts(adts, 47).map((part, n) => [`packed-${n}.aac`, Buffer.concat([id3(n), part])]),
    )
    const list = [...files.keys()].map((name) => `#EXTINF:1.003,\n${name}\n`).join('')
    const texts = new Map([
      ['packed.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${list}#EXT-X-ENDLIST\n`],
      [
        'both.m3u8',
        '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="packed.m3u8"\n' +
          '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.42c00d,mp4a.40.2",AUDIO="a"\nalone.m3u8\n',
      ],
    ])
    const url = await serve((request, reply) => {
      const name = basename(request.url ?? '')
      const own = files.get(name) ?? texts.get(name)
      if (own === undefined) sendFile(request, reply)
      else reply.end(own)
    })
    expect(await play(`${url}/both.m3u8`, 150)).toEqual(whole)
  })

  it.each(['mpegts', 'fmp4'])(
    'has the cues of an HLS playlist at the keyframes of its segments: %s',
    async (type) => {
      const hls = ['-f', 'hls', '-hls_time', '1', '-hls_segment_type', type, '-hls_list_size', '0']
      const names = ['-hls_fmp4_init_filename', 'cue.mp4', '-hls_segment_filename', `cue-${type}-%d.seg`]
      expect(await encode(false, [...codecs, ...hls, ...names, 'cue.m3u8'])).toBe(0)
      const lines = (await readFile(join(cwd, 'cue.m3u8'), 'utf8')).split('\n')
      const [, second = 0, third = 0] = lines.flatMap((line, n) => (line.startsWith('#EXTINF') ? [n] : []))
      lines.splice(third, 0, '#EXT-X-CUE-IN')
      lines.splice(second, 0, '#EXT-OATCLS-SCTE35:/DAx', '#EXT-X-CUE-OUT:DURATION=1')
      const seen = nothingSeen()
      const url = await serve((request, reply) => {
        if (request.url === '/cue.m3u8') reply.end(lines.join('\n'))
        else sendFile(request, reply)
      })
      expect(await play(`${url}/cue.m3u8`, 100, undefined, seen)).toEqual(whole)
      const cue = { kind: 'cue', origin: 'cue-out', eventId: null, raw: null }
      expect(seen.cues).toEqual([
        { kind: 'bad-cue', origin: 'cue-out', reason: 'truncated' },
        { ...cue, what: 'out', durationS: 1, ptsTicks: seen.keys[1] },
        { ...cue, what: 'in', durationS: null, ptsTicks: (seen.keys[1] ?? 0) + 90_000 },
      ])
    },
  )

  describe('of HLS', () => {
    const list = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0']
    const secondsOf = (keys: readonly number[]) =>
      keys.map((key) => Math.round((key - (keys[0] ?? 0)) / 90_000))

    it.each([
      ['that the server does not have', () => undefined],
      [
        'that the playlist calls a gap',
        (lines: string[]) => lines.splice(lines.indexOf('gap-1.seg'), 0, '#EXT-X-GAP'),
      ],
    ])('goes on after a segment %s', async (_name, change) => {
      expect(
        await encode(false, [...codecs, ...list, '-hls_segment_filename', 'gap-%d.seg', 'gap.m3u8']),
      ).toBe(0)
      const lines = (await readFile(join(cwd, 'gap.m3u8'), 'utf8')).split('\n')
      change(lines)
      const seen = nothingSeen()
      const url = await serve((request, reply) => {
        if (request.url === '/gap.m3u8') reply.end(lines.join('\n'))
        else if (request.url === '/gap-1.seg') reply.writeHead(404).end()
        else sendFile(request, reply)
      })
      expect((await play(`${url}/gap.m3u8`, 1000, undefined, seen)).reason).toBe('')
      expect(secondsOf(seen.keys)).toEqual([0, 2])
    })

    it('fails if segments are missing one after another', async () => {
      const segments = Array.from({ length: 9 }, (_, n) => `#EXTINF:1.00533,\n${n}.ts`).join('\n')
      let requests = 0
      const url = await serve((request, reply) => {
        if (request.url?.endsWith('.m3u8')) return reply.end(`#EXTM3U\n${segments}\n#EXT-X-ENDLIST`)
        requests += 1
        return reply.writeHead(404).end()
      })
      expect((await play(`${url}/x.m3u8`)).reason).toContain('the server answered 404')
      expect(requests).toBe(10)
    })

    it('requests a playlist again that fails for a moment', async () => {
      const names = ['-hls_segment_filename', 'retry-%d.seg', 'retry.m3u8']
      expect(await encode(false, [...codecs, ...list, ...names])).toBe(0)
      const replies = [200, 503, 500]
      const url = await serve((request, reply) => {
        const status = request.url === '/retry.m3u8' ? (replies.shift() ?? 200) : 200
        if (status === 200) sendFile(request, reply)
        else reply.writeHead(status).end()
      })
      expect(await play(`${url}/retry.m3u8`)).toEqual(whole)
      expect(replies).toEqual([])
    })

    it.each(['mpegts', 'fmp4'])('requests parts of a single file of %s', async (type) => {
      const hls = [...list, '-hls_segment_type', type, '-hls_flags', 'single_file']
      const file = `single-${type}.seg`
      expect(await encode(false, [...codecs, ...hls, '-hls_segment_filename', file, 'single.m3u8'])).toBe(0)
      const written = await readFile(join(cwd, 'single.m3u8'), 'utf8')
      // The start of a range is left out if it follows the range before.
      let isFirst = true
      const text = written.replaceAll(/^(#EXT-X-BYTERANGE:\d+)@\d+$/gm, (whole, start) => {
        const kept = isFirst ? whole : start
        isFirst = false
        return kept
      })
      const bytes = await readFile(join(cwd, file))
      const ranges: string[] = []
      const seen = nothingSeen()
      const url = await serve((request, reply) => {
        if (request.url === '/single.m3u8') return reply.end(text)
        const { range = '' } = request.headers
        ranges.push(range)
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
        const part = bytes.subarray(Number(from), Number(to) + 1)
        return reply.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` }).end(part)
      })
      expect((await play(`${url}/single.m3u8`, 1000, undefined, seen)).reason).toBe('')
      expect(secondsOf(seen.keys)).toEqual([0, 1, 2])
      const expected = [...written.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(
        ([, length, from]) => `bytes=${from}-${Number(from) + Number(length) - 1}`,
      )
      expect(ranges.toSorted()).toEqual(expected.toSorted())
    })

    it('reads a part of a file from a server that sends all of it', async () => {
      const hls = [...list, '-hls_flags', 'single_file', '-hls_segment_filename', 'all.seg', 'all.m3u8']
      expect(await encode(false, [...codecs, ...hls])).toBe(0)
      const seen = nothingSeen()
      const url = await serve(sendFile)
      expect((await play(`${url}/all.m3u8`, 1000, undefined, seen)).reason).toBe('')
      expect(secondsOf(seen.keys)).toEqual([0, 1, 2])
    })
  })

  it('plays MPEG-TS over HTTP in real time', async () => {
    expect(await encode(false, [...codecs, '-f', 'mpegts', 'file.ts'])).toBe(0)
    const url = await serve(sendFile)
    const begun = performance.now()
    expect(await play(`${url}/file.ts`, 100)).toEqual(whole)
    expect(performance.now() - begun).toBeGreaterThan(700)
  })

  it('plays RTMP', async () => {
    const port = await freePort()
    void encode(true, [...codecs, '-f', 'flv', '-listen', '1', `rtmp://127.0.0.1:${port}/live/key`])
    expect(await playWhenReady(`rtmp://127.0.0.1:${port}/live/key`)).toEqual(whole)
  })

  it('plays SRT with a passphrase', async () => {
    const port = await freePort()
    const address = `srt://127.0.0.1:${port}`
    const secret = 'passphrase=correct-horse&pbkeylen=32'
    void encode(true, [...codecs, '-f', 'mpegts', `${address}?mode=listener&${secret}`])
    expect(await playWhenReady(`${address}?${secret}&streamid=news`)).toEqual(whole)
  })

  it('plays MPEG-TS over UDP', async () => {
    const port = await freePort()
    void encode(true, [...codecs, '-f', 'mpegts', `udp://127.0.0.1:${port}?pkt_size=1316`])
    expect(await play(`udp://127.0.0.1:${port}`)).toEqual(whole)
  })

  it('never connects to private addresses in the URL, a redirect, a segment or a key', async () => {
    const segment = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.2/a.ts\n#EXT-X-ENDLIST\n'
    const key = segment
      .replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="http://127.0.0.2/key"\n#EXTINF')
      .replace('http://127.0.0.2/a.ts', 'a.ts')
    const url = await serve((request, reply) => {
      if (request.url === '/redirect') reply.writeHead(302, { location: 'http://127.0.0.2/' }).end()
      else reply.end(request.url === '/segment' ? segment : request.url === '/key' ? key : 'x')
    })
    for (const path of ['redirect', 'segment', 'key'])
      expect((await play(`${url}/${path}`)).reason).toContain('is not a public address')
    for (const scheme of ['http', 'rtmp', 'srt', 'rtmps'])
      expect((await play(`${scheme}://localhost:9/live/x`, 1, [])).reason).toContain(
        'is not a public address',
      )
    expect((await play('udp://127.0.0.1:5000', 1, [])).reason).toContain('does not allow UDP')
    expect((await play('udp://93.184.216.34:5000')).reason).toContain('does not allow UDP')
    expect((await play('file:///etc/passwd')).reason).toContain('not supported')
  })

  it('connects only to hosts that the installation lists, also in a redirect, a segment or a key', async () => {
    const requests: string[] = []
    const other = await serve((request, reply) => {
      requests.push(request.url ?? '')
      reply.end('x')
    })
    const segment = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${other}/a.ts\n#EXT-X-ENDLIST\n`
    const key = segment
      .replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI="${other}/key"\n#EXTINF`)
      .replace(`${other}/a.ts`, 'a.ts')
    const url = await serve((request, reply) => {
      if (request.url === '/redirect') reply.writeHead(302, { location: other }).end()
      else reply.end(request.url === '/segment' ? segment : request.url === '/key' ? key : 'x')
    })
    const listed = [parseHostRule(new URL(url).host)].filter((rule) => rule !== null)
    const reasonAt = async (address: string) => (await play(address, 1, undefined, undefined, listed)).reason
    for (const path of ['redirect', 'segment', 'key'])
      expect(await reasonAt(`${url}/${path}`)).toContain('is not a host that this installation allows')
    for (const scheme of ['http', 'rtmp', 'srt', 'rtmps', 'udp'])
      expect(await reasonAt(`${scheme}://127.0.0.1:5000/x`)).toContain('is not a host that this installation')
    expect(requests).toEqual([])
  })
})
