import type { Fragment } from '../../index.ts'

/** A packet of a rendition from ffprobe, in ticks of its time base. */
export interface Packet {
  readonly pts: number
  readonly dts: number
  /** Offset in the joined file. */
  readonly pos: number
  readonly isKey: boolean
}

export interface CheckedSegment {
  readonly durationS: number
  /** Whether the playlist has a discontinuity before the segment. */
  readonly isBreak: boolean
  /** Offset in the joined file, in bytes. */
  readonly at: number
  readonly bytes: number
  /** Fragments from the boxes, because ffprobe omits the duration of samples. */
  readonly fragments: readonly Fragment[]
}

/** A delivered rendition. */
export interface CheckedStream {
  readonly url: string
  /** The initialization section and segments in one file. */
  readonly path: string
  /** The media playlist. */
  readonly text: string
  /** Attributes in the multivariant playlist. */
  readonly attributes: Readonly<Record<string, string>>
  readonly segments: readonly CheckedSegment[]
  /** Codecs from the initialization sections. */
  readonly codecs: string
  readonly packets: readonly Packet[]
  readonly tickS: number
  readonly probed: Readonly<Record<string, unknown>>
}

/** Start of each segment in seconds, from its packets. */
export function startsOf(stream: CheckedStream): number[] {
  return packetsOf(stream).map((own) => Math.min(...own.map(({ pts }) => pts)) * stream.tickS)
}

/** The packets of each segment, in order. */
export function packetsOf({ segments, packets }: CheckedStream): Packet[][] {
  let next = 0
  return segments.map(({ at, bytes }) => {
    const first = next
    while ((packets[next]?.pos ?? Number.POSITIVE_INFINITY) < at + bytes) next += 1
    return packets.slice(first, next)
  })
}

export function playlistFaults({ text, segments }: CheckedStream, isBroken: boolean): string[] {
  const faults: string[] = []
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1])
  const hasTag = (tag: RegExp, what: string) => tag.test(text) || faults.push(`it has no ${what}`)
  if (!text.startsWith('#EXTM3U\n')) faults.push('it does not begin with #EXTM3U')
  hasTag(/^#EXT-X-ENDLIST$/m, 'end')
  hasTag(/^#EXT-X-PLAYLIST-TYPE:VOD$/m, 'type VOD')
  hasTag(/^#EXT-X-INDEPENDENT-SEGMENTS$/m, 'independent segments')
  hasTag(/^#EXT-X-VERSION:[67]$/m, 'version that knows #EXT-X-MAP')
  if (!isBroken && /^#EXT-X-DISCONTINUITY$/m.test(text))
    faults.push('time goes on, yet it says that it does not')
  if (segments.length === 0) faults.push('it has no segment')
  for (const [n, { durationS }] of segments.entries()) {
    if (Math.round(durationS) > target)
      faults.push(`segment ${n} of ${durationS} s is longer than ${target} s`)
    if (durationS <= 0) faults.push(`segment ${n} has no length`)
  }
  return faults
}

/** Decode times have no gaps but at breaks; segments start with a keyframe and last as long as listed. */
export function packetFaults(stream: CheckedStream): string[] {
  const { segments, tickS } = stream
  const faults: string[] = []
  const fragments = segments.flatMap((segment) => segment.fragments)
  const breaks = new Set(segments.filter(({ isBreak }) => isBreak).map(({ fragments: [first] }) => first))
  for (const [n, fragment] of fragments.entries()) {
    const { baseDecodeTime } = fragment
    const before = breaks.has(fragment) ? undefined : fragments[n - 1]
    const gap = before === undefined ? 0 : baseDecodeTime - before.baseDecodeTime - before.duration
    if (Math.abs(gap) > 1) faults.push(`a gap of ${(gap * tickS).toFixed(4)} s before fragment ${n}`)
    const waitS = ((fragments[n]?.firstPresentationTime ?? 0) - baseDecodeTime) * tickS
    if (Math.abs(waitS) > 0.001)
      faults.push(`fragment ${n} is decoded ${waitS.toFixed(4)} s before it is shown`)
  }
  const [starts, endS] = [startsOf(stream), endOf(stream)]
  const packets = packetsOf(stream)
  for (const [n, { durationS }] of segments.entries()) {
    const [first, ...others] = packets[n] ?? []
    if (first?.isKey !== true) faults.push(`segment ${n} does not begin with a keyframe`)
    if (others.some(({ pts }) => pts < (first?.pts ?? 0)))
      faults.push(`segment ${n} shows a picture before its first`)
    const lastsS = (starts[n + 1] ?? endS) - (starts[n] ?? 0)
    if (segments[n + 1]?.isBreak) continue
    if (!(Math.abs(lastsS - durationS) <= 0.001 + frameOf(stream)))
      faults.push(`segment ${n} lasts ${lastsS.toFixed(4)} s, listed are ${durationS} s`)
  }
  return faults
}

/** Time in seconds when the last packet has been decoded and shown. */
export function endOf({ segments, packets, tickS }: CheckedStream): number {
  const last = segments.at(-1)?.fragments.at(-1)
  const lastDts = packets.at(-1)?.dts ?? 0
  const lastDuration = last === undefined ? 0 : last.baseDecodeTime + last.duration - lastDts
  return (Math.max(...packets.map(({ pts }) => pts)) + lastDuration) * tickS
}

/** Duration of the first frame in seconds. */
function frameOf({ packets: [first, second], tickS }: CheckedStream): number {
  return first && second ? (second.dts - first.dts) * tickS : 0
}

/** Rules of RFC 8216 (4.3.4.1) and Apple for a group of audio renditions. */
export function groupFaults(audio: readonly CheckedStream[]): string[] {
  const faults: string[] = []
  const attributes = audio.map((stream) => stream.attributes)
  const isDefault = (each: CheckedStream['attributes']) => each.DEFAULT === 'YES'
  const repeated = (values: string[]) => new Set(values).size < values.length
  if (audio.length > 0 && attributes.filter(isDefault).length !== 1)
    faults.push('not exactly one audio rendition is the default')
  if (repeated(attributes.map(({ NAME }) => NAME ?? ''))) faults.push('two audio renditions have one name')
  const chosen = attributes.filter(({ AUTOSELECT }) => AUTOSELECT === 'YES')
  if (repeated(chosen.map(({ LANGUAGE = '', CHARACTERISTICS = '' }) => `${LANGUAGE} ${CHARACTERISTICS}`)))
    faults.push('players cannot choose between audio renditions that are alike')
  if (attributes.some((each) => isDefault(each) && each.AUTOSELECT !== 'YES'))
    faults.push('players may not choose the default by themselves')
  if (attributes.some(({ NAME, CHANNELS }) => !NAME || !CHANNELS))
    faults.push('a audio rendition has no name or no number of channels')
  return faults
}

/** The attributes of a variant match its content: bit rates, codecs, size. */
export function variantFaults(stream: CheckedStream, audio: readonly CheckedStream[]): string[] {
  const { attributes, probed } = stream
  const faults: string[] = []
  const hasVideo = attributes.RESOLUTION !== undefined
  const audioStreams = hasVideo ? audio : []
  const videoRates = hasVideo ? ratesOf(stream) : { average: 0, peak: 0 }
  const rates = (hasVideo ? audio : [stream, ...audio]).map(ratesOf)
  const sum = (of: (rate: { average: number; peak: number }) => number) =>
    of(videoRates) + Math.max(0, ...rates.map(of))
  const average = sum((rate) => rate.average)
  if (Math.abs(Number(attributes['AVERAGE-BANDWIDTH']) / average - 1) > 0.1)
    faults.push(
      `AVERAGE-BANDWIDTH is ${attributes['AVERAGE-BANDWIDTH']}, measured are ${Math.round(average)}`,
    )
  if (Number(attributes.BANDWIDTH) < sum(({ peak }) => peak) * 0.999)
    faults.push(`BANDWIDTH is ${attributes.BANDWIDTH}, a segment has ${Math.round(sum(({ peak }) => peak))}`)
  const codecs = [...new Set([stream, ...audioStreams].map(codecOf))].sort().join()
  if (attributes.CODECS?.split(',').sort().join() !== codecs)
    faults.push(`CODECS is ${attributes.CODECS}, not ${codecs}`)
  if (attributes.RESOLUTION !== undefined && attributes.RESOLUTION !== `${probed.width}x${probed.height}`)
    faults.push(`RESOLUTION is ${attributes.RESOLUTION}, not ${probed.width}x${probed.height}`)
  return faults
}

/** Segments of both renditions start at the same times: within one frame for text, one millisecond for video. */
export function stepFaults(stream: CheckedStream, other: CheckedStream): string[] {
  const isText = stream.packets.length === 0
  const starts = isText ? summed(stream) : startsOf(stream)
  const expected = isText ? summed(other) : startsOf(other)
  if (starts.length !== expected.length)
    return [`it has ${starts.length} segments, the first rendition ${expected.length}`]
  return starts.flatMap((startS, n) =>
    Math.abs(startS - (expected[n] ?? 0)) <= (isText ? frameOf(other) : 0.001)
      ? []
      : [
          `segment ${n} begins at ${startS.toFixed(4)} s, the first rendition's at ${expected[n]?.toFixed(4)} s`,
        ],
  )
}

function summed({ segments }: CheckedStream): number[] {
  let atS = 0
  return segments.map(({ durationS }) => {
    atS += durationS
    return atS - durationS
  })
}

/** Bits per second. Short segments at the end do not count for the peak. */
function ratesOf({ segments }: CheckedStream): { average: number; peak: number } {
  const durationS = segments.reduce((sum, segment) => sum + segment.durationS, 0)
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  const long = segments.filter((segment) => segment.durationS >= 0.5)
  const peak = Math.max(...long.map((segment) => (segment.bytes * 8) / segment.durationS))
  return { average: (bytes * 8) / durationS, peak: Math.max(peak, (bytes * 8) / durationS) }
}

const h264Profiles: Record<string, string> = {
  High: '64',
  Main: '4d',
  'Constrained Baseline': '42',
  Baseline: '42',
}

/** The RFC 6381 name from ffprobe. The middle byte of H.264, which ffprobe omits, is from the file. */
function codecOf({ probed, codecs, segments }: CheckedStream): string {
  if (probed.codec_name === 'aac') return probed.profile === 'LC' ? 'mp4a.40.2' : 'mp4a.40.5'
  // The probe has read the first initialization section only.
  if (segments.some(({ isBreak }) => isBreak)) return codecs
  const level = Number(probed.level).toString(16).padStart(2, '0')
  return `avc1.${h264Profiles[String(probed.profile)]}${codecs.slice(7, 9)}${level}`
}
