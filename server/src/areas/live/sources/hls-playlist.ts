/** The parts of an HLS playlist (RFC 8216) that a live source or an ad uses. */
export type HlsPlaylist =
  | { readonly kind: 'multivariant'; readonly variants: readonly HlsVariant[] }
  | HlsMedia

export interface HlsMedia {
  readonly kind: 'media'
  readonly targetS: number
  readonly isEnded: boolean
  readonly segments: readonly HlsSegment[]
  /** Date ranges that announce breaks. */
  readonly dateRanges: readonly HlsDateRange[]
}

export interface HlsVariant {
  readonly uri: string
  readonly bandwidth: number
  /** Whether the video is H.264, or its codec unknown. */
  readonly isH264: boolean
  /** Playlist of separate audio. Null if audio and video are in one playlist. */
  readonly audioUri: string | null
}

export interface HlsSegment {
  readonly msn: number
  readonly uri: string
  /** The part of the file. Null for the whole file. */
  readonly range: ByteRange | null
  /** The source has no media for this time. */
  readonly isGap: boolean
  readonly durationS: number
  /** The init segment of fragmented MP4. Null for MPEG-TS. */
  readonly map: { readonly uri: string; readonly range: ByteRange | null } | null
  /** Program date-time of the start, epoch ms. Null if the playlist has none. */
  readonly dateMs: number | null
  /** Tags before the segment that announce breaks. */
  readonly cueTags: readonly string[]
  readonly key: { readonly method: string; readonly uri: string; readonly iv: string | null } | null
}

export interface ByteRange {
  readonly start: number
  readonly length: number
}

export interface HlsDateRange {
  readonly attributes: Attributes
}

type Attributes = Readonly<Partial<Record<string, string>>>

const MAX_LINES = 20_000
const CUE_TAG = /^#EXT-X-CUE-|^#EXT-OATCLS-SCTE35:/

/** Null if it is not a playlist. */
export function parseHlsPlaylist(text: string): HlsPlaylist | null {
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.trim())
  if (!lines[0]?.startsWith('#EXTM3U')) return null
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))
    ? { kind: 'multivariant', variants: variantsOf(lines) }
    : mediaOf(lines)
}

function variantsOf(lines: readonly string[]): HlsVariant[] {
  const groups = new Map<string, string>()
  for (const line of lines) {
    const media = valueAfter(line, '#EXT-X-MEDIA:')
    if (media === null) continue
    const { TYPE, URI, DEFAULT, 'GROUP-ID': group = '' } = attributesOf(media)
    if (TYPE === 'AUDIO' && URI !== undefined && (DEFAULT === 'YES' || !groups.has(group)))
      groups.set(group, URI)
  }
  return lines.flatMap((line, n) => {
    const info = valueAfter(line, '#EXT-X-STREAM-INF:')
    const uri = lines.slice(n + 1).find((next) => next !== '' && !next.startsWith('#'))
    if (info === null || uri === undefined) return []
    const { BANDWIDTH = '0', CODECS, AUDIO = '' } = attributesOf(info)
    return {
      uri,
      bandwidth: Number(BANDWIDTH) || 0,
      isH264: CODECS === undefined || /avc[13]/.test(CODECS),
      audioUri: groups.get(AUDIO) ?? null,
    }
  })
}

function mediaOf(lines: readonly string[]): HlsPlaylist {
  const segments: HlsSegment[] = []
  let msn = 0
  let targetS = 6
  let durationS = 0
  let map: HlsSegment['map'] = null
  let byteRange: string | null = null
  let isGap = false
  /** End of the last range of each file, where a range without a start begins. */
  const ends = new Map<string, number>()
  let key: HlsSegment['key'] = null
  let dateMs: number | null = null
  let cueTags: string[] = []
  const dateRanges: HlsDateRange[] = []
  for (const line of lines) {
    const sequence = valueAfter(line, '#EXT-X-MEDIA-SEQUENCE:')
    const target = valueAfter(line, '#EXT-X-TARGETDURATION:')
    const info = valueAfter(line, '#EXTINF:')
    const mapText = valueAfter(line, '#EXT-X-MAP:')
    const encryption = valueAfter(line, '#EXT-X-KEY:')
    const date = valueAfter(line, '#EXT-X-PROGRAM-DATE-TIME:')
    const range = valueAfter(line, '#EXT-X-DATERANGE:')
    if (date !== null) dateMs = Date.parse(date) || null
    if (range !== null) dateRanges.push({ attributes: attributesOf(range) })
    if (CUE_TAG.test(line)) cueTags.push(line)
    if (sequence !== null) msn = Number.parseInt(sequence, 10) || 0
    if (target !== null) targetS = Number.parseFloat(target) || targetS
    if (info !== null) durationS = Number.parseFloat(info) || 0
    if (mapText !== null) {
      const { URI, BYTERANGE = null } = attributesOf(mapText)
      map = URI === undefined ? null : { uri: URI, range: rangeOf(BYTERANGE, 0) }
    }
    byteRange = valueAfter(line, '#EXT-X-BYTERANGE:') ?? byteRange
    if (line === '#EXT-X-GAP') isGap = true
    if (encryption !== null) {
      const { METHOD = 'NONE', URI = '', IV = null } = attributesOf(encryption)
      key = METHOD === 'NONE' ? null : { method: METHOD, uri: URI, iv: IV }
    }
    if (line === '' || line.startsWith('#')) continue
    const segmentRange = rangeOf(byteRange, ends.get(line) ?? 0)
    if (segmentRange !== null) ends.set(line, segmentRange.start + segmentRange.length)
    segments.push({ msn, uri: line, range: segmentRange, isGap, durationS, map, key, dateMs, cueTags })
    msn += 1
    byteRange = null
    isGap = false
    cueTags = []
    if (dateMs !== null) dateMs += durationS * 1000
  }
  return { kind: 'media', targetS, isEnded: lines.includes('#EXT-X-ENDLIST'), segments, dateRanges }
}

/** Reads `length[@start]`. Null without a range, or for one that cannot be read. */
function rangeOf(text: string | null, next: number): ByteRange | null {
  const [, length, start] = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(text?.trim() ?? '') ?? []
  if (length === undefined || Number(length) === 0) return null
  return { start: start === undefined ? next : Number(start), length: Number(length) }
}

export function valueAfter(line: string, tag: string): string | null {
  return line.startsWith(tag) ? line.slice(tag.length) : null
}

export function attributesOf(text: string): Attributes {
  const pairs = text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)
  return Object.fromEntries(Array.from(pairs, ([, name, quoted, plain]) => [name, quoted ?? plain]))
}
