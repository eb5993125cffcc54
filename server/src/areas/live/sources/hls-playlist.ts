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
  readonly durationS: number
  /** The init segment of fragmented MP4. Null for MPEG-TS. */
  readonly mapUri: string | null
  /** Program date-time of the start, epoch ms. Null if the playlist has none. */
  readonly dateMs: number | null
  /** Tags before the segment that announce breaks. */
  readonly cueTags: readonly string[]
  readonly key: { readonly method: string; readonly uri: string; readonly iv: string | null } | null
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
  let mapUri: string | null = null
  let key: HlsSegment['key'] = null
  let dateMs: number | null = null
  let cueTags: string[] = []
  const dateRanges: HlsDateRange[] = []
  for (const line of lines) {
    const sequence = valueAfter(line, '#EXT-X-MEDIA-SEQUENCE:')
    const target = valueAfter(line, '#EXT-X-TARGETDURATION:')
    const info = valueAfter(line, '#EXTINF:')
    const map = valueAfter(line, '#EXT-X-MAP:')
    const encryption = valueAfter(line, '#EXT-X-KEY:')
    const date = valueAfter(line, '#EXT-X-PROGRAM-DATE-TIME:')
    const range = valueAfter(line, '#EXT-X-DATERANGE:')
    if (date !== null) dateMs = Date.parse(date) || null
    if (range !== null) dateRanges.push({ attributes: attributesOf(range) })
    if (CUE_TAG.test(line)) cueTags.push(line)
    if (sequence !== null) msn = Number.parseInt(sequence, 10) || 0
    if (target !== null) targetS = Number.parseFloat(target) || targetS
    if (info !== null) durationS = Number.parseFloat(info) || 0
    if (map !== null) mapUri = attributesOf(map).URI ?? null
    if (encryption !== null) {
      const { METHOD = 'NONE', URI = '', IV = null } = attributesOf(encryption)
      key = METHOD === 'NONE' ? null : { method: METHOD, uri: URI, iv: IV }
    }
    if (line === '' || line.startsWith('#')) continue
    segments.push({ msn, uri: line, durationS, mapUri, key, dateMs, cueTags })
    msn += 1
    cueTags = []
    if (dateMs !== null) dateMs += durationS * 1000
  }
  return { kind: 'media', targetS, isEnded: lines.includes('#EXT-X-ENDLIST'), segments, dateRanges }
}

export function valueAfter(line: string, tag: string): string | null {
  return line.startsWith(tag) ? line.slice(tag.length) : null
}

export function attributesOf(text: string): Attributes {
  const pairs = text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)
  return Object.fromEntries(Array.from(pairs, ([, name, quoted, plain]) => [name, quoted ?? plain]))
}
