import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  codecsOf,
  decodeEarlier,
  highestAvcCodec,
  parseFragments,
  parseInit,
  reorderTicksOf,
} from '../../index.ts'
import {
  type CheckedSegment,
  type CheckedStream,
  groupFaults,
  packetFaults,
  packetsOf,
  playlistFaults,
  stepFaults,
  variantFaults,
} from './test-hls-rules.ts'

const run = promisify(execFile)

/** A stream as a player receives it, with violations of RFC 8216 and of Apple's authoring specification. */
export interface CheckedHls {
  readonly faults: readonly string[]
  /** Video renditions in playlist order. */
  readonly video: readonly CheckedStream[]
  readonly audio: readonly CheckedStream[]
  readonly subtitles: readonly CheckedStream[]
}

interface Listed {
  readonly kind: 'video' | 'audio-only' | 'audio' | 'subtitles'
  readonly attributes: Record<string, string>
  readonly uri: string
}

/**
 * Downloads a stream into `folder` and checks it with ffprobe, independently of Kinora.
 * @param isBroken whether time may jump where the playlist says so, as in a recording of a live stream
 */
export async function checkHls(url: string, folder: string, isBroken = false): Promise<CheckedHls> {
  const dir = await mkdtemp(join(folder, 'hls-'))
  const lines = (await textOf(url)).split('\n')
  const listed = lines.flatMap((line, n): Listed[] => {
    const attributes = attributesOf(line)
    if (line.startsWith('#EXT-X-MEDIA:'))
      return [
        { kind: attributes.TYPE === 'AUDIO' ? 'audio' : 'subtitles', attributes, uri: attributes.URI ?? '' },
      ]
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return []
    return [
      {
        kind: attributes.RESOLUTION === undefined ? 'audio-only' : 'video',
        attributes,
        uri: lines[n + 1] ?? '',
      },
    ]
  })
  const streams: (CheckedStream & Pick<Listed, 'kind'>)[] = []
  for (const [n, { kind, attributes, uri }] of listed.entries()) {
    const stream = await readStream(new URL(uri, url).href, join(dir, String(n)), kind === 'subtitles')
    streams.push({ ...stream, kind, attributes })
  }
  const of = (kind: Listed['kind']) => streams.filter((stream) => stream.kind === kind)
  const [video, audio, subtitles] = [of('video'), of('audio'), of('subtitles')]
  const faults = [
    ...(lines[0] === '#EXTM3U' ? [] : ['the multivariant playlist does not begin with #EXTM3U']),
    ...(video.length + of('audio-only').length > 0 ? [] : ['there is no variant']),
    ...groupFaults(audio),
    ...streams.flatMap((stream) => named(stream.url, playlistFaults(stream, isBroken))),
    ...[...video, ...audio].flatMap((stream) => named(stream.url, packetFaults(stream))),
    ...[...video, ...of('audio-only')].flatMap((stream) => named(stream.url, variantFaults(stream, audio))),
    ...[...video, ...subtitles].flatMap((stream) =>
      named(stream.url, stepFaults(stream, video[0] ?? stream)),
    ),
  ]
  faults.push(...(await decodeFaults([...video, ...audio])))
  return { faults, video, audio, subtitles }
}

const named = (url: string, faults: string[]) => faults.map((fault) => `${new URL(url).pathname}: ${fault}`)

async function textOf(url: string): Promise<string> {
  return (await bytesOf(url)).toString()
}

/** @param url of a server or a file */
async function bytesOf(url: string): Promise<Buffer> {
  if (url.startsWith('file:')) return readFile(new URL(url))
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

function attributesOf(line: string): Record<string, string> {
  const found = line.slice(line.indexOf(':') + 1).matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))(?:,|$)/g)
  return Object.fromEntries([...found].map(([, name, quoted, plain]) => [name, quoted ?? plain]))
}

/** Downloads a rendition. Its segments are joined into one file, so that packets have positions in segments. */
async function readStream(url: string, path: string, isText: boolean): Promise<CheckedStream> {
  const text = await textOf(url)
  const initUri = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1]
  const init = initUri === undefined ? Buffer.alloc(0) : await bytesOf(new URL(initUri, url).href)
  const tracks = parseInit(init)
  const segments: CheckedSegment[] = []
  const parts: Buffer[] = [init]
  let at = init.length
  const entry = /(#EXT-X-DISCONTINUITY\n)?(?:#EXT-X-(?:MAP|PROGRAM-DATE-TIME):.*\n)*#EXTINF:([\d.]+),\n(\S+)/g
  for (const [, tag, durationS = '', uri = ''] of text.matchAll(entry)) {
    const part = await bytesOf(new URL(uri, url).href)
    const fragments = parseFragments(part, tracks)
    const isBreak = tag !== undefined && segments.length > 0
    segments.push({ durationS: Number(durationS), isBreak, at, bytes: part.length, fragments })
    parts.push(part)
    at += part.length
  }
  const none = { url, path, text, attributes: {}, segments, codecs: '', packets: [], tickS: 1, probed: {} }
  if (isText) return none
  const joined = Buffer.concat(parts)
  const ticks = reorderTicksOf(joined)
  decodeEarlier(joined, ticks)
  await writeFile(path, joined)
  return { ...none, codecs: await codecsOfInits(text, url), ...(await probe(path, ticks)) }
}

/** Codecs of a decoder for all initialization sections. */
async function codecsOfInits(text: string, url: string): Promise<string> {
  const uris = new Set([...text.matchAll(/#EXT-X-MAP:URI="([^"]+)"/g)].map(([, uri = '']) => uri))
  const codecs = await Promise.all(
    [...uris].map(async (uri) => codecsOf(await bytesOf(new URL(uri, url).href))),
  )
  return codecs.reduce((all, own) => (own.startsWith('avc1.') ? highestAvcCodec(all, own) : own))
}

/** @param movedTicks ticks by which decode times in this file are earlier than in the delivered one */
async function probe(
  path: string,
  movedTicks: number,
): Promise<Pick<CheckedStream, 'packets' | 'tickS' | 'probed'>> {
  const asked = ['-show_streams', '-show_entries', 'packet=pts,dts,pos,flags']
  const options = ['-v', 'error', '-ignore_editlist', '1', '-of', 'json', ...asked, path]
  const { stdout } = await run('ffprobe', options, { maxBuffer: 64_000_000 })
  const { packets, streams } = JSON.parse(stdout) as {
    packets: (Record<'pts' | 'dts', number> & Record<'pos' | 'flags', string>)[]
    streams: { time_base: string }[]
  }
  const [ticks, perS] = (streams[0]?.time_base ?? '1/1').split('/').map(Number)
  return {
    packets: packets.map((packet) => ({
      ...packet,
      dts: packet.dts + movedTicks,
      pos: Number(packet.pos),
      isKey: packet.flags.startsWith('K'),
    })),
    tickS: (ticks ?? 1) / (perS ?? 1),
    probed: streams[0] ?? {},
  }
}

/** Decodes each stream as a whole, and its first, middle and last segment separately. All in one process, because
 * ffmpeg takes longer to start than to decode. */
async function decodeFaults(streams: readonly CheckedStream[]): Promise<string[]> {
  const inputs = (await Promise.all(streams.map(inputsOf))).flat()
  // One second between frames, so that errors of the muxer do not count.
  const each = ['-vf', 'setpts=N/TB', '-fps_mode', 'passthrough', '-f', 'framecrc']
  const { stderr } = await run('ffmpeg', [
    '-hide_banner',
    '-nostdin',
    '-y',
    '-v',
    'error',
    ...inputs.flatMap(({ from }) => ['-ignore_editlist', '1', '-i', from]),
    ...inputs.flatMap(({ from }, n) => ['-map', String(n), ...each, `${from}.frames`]),
  ])
  const faults = stderr.trim() === '' ? [] : [stderr.trim().slice(0, 300)]
  for (const { url, what, from, packets } of inputs.filter(({ isVideo }) => isVideo)) {
    const frames = (await readFile(`${from}.frames`, 'utf8')).match(/^\d/gm)?.length ?? 0
    if (frames !== packets) faults.push(...named(url, [`${what}: ${frames} of ${packets} frames decode`]))
  }
  return faults
}

/** The files to decode of a stream, with the number of packets in each. */
async function inputsOf(stream: CheckedStream) {
  const { url, path, segments, packets, probed } = stream
  const isVideo = probed.codec_type === 'video'
  const whole = await readFile(path)
  const perSegment = packetsOf(stream)
  const init = whole.subarray(0, segments[0]?.at ?? 0)
  const inputs = [{ url, isVideo, what: 'the whole', from: path, packets: packets.length }]
  for (const n of new Set([0, segments.length >> 1, segments.length - 1])) {
    const { at = 0, bytes = 0 } = segments[n] ?? {}
    const from = `${path}-${n}.mp4`
    await writeFile(from, Buffer.concat([init, whole.subarray(at, at + bytes)]))
    const own = perSegment[n]?.length ?? 0
    inputs.push({ url, isVideo, what: `segment ${n} by itself`, from, packets: own })
  }
  return inputs
}
