import { cutText } from '@kinora/contract/cut-text'
export interface Segment {
  uri: string
  durationS: number
  /** Init segment, if the segment does not continue the previous one. */
  initUri?: string | undefined
  /** Program date-time of its start, epoch ms. */
  programDateMs?: number | undefined
}

/** A media playlist of ours or ffmpeg's. `ended` if no segments will follow. */
export interface MediaPlaylist {
  initUri: string
  segments: Segment[]
  ended: boolean
}

export interface VideoRendition {
  uri: string
  codecs: string
  width: number
  height: number
  frameRate: number
  bandwidth: Bandwidth
}

export interface AudioRendition {
  uri: string
  codecs: string
  name: string
  language: string | null
  role: 'main' | 'dub' | 'description' | 'commentary'
  isDefault: boolean
  channels: number
  bandwidth: Bandwidth
}

/** Subtitles, with the segments of the video. */
export interface SubtitleRendition {
  uri: string
  name: string
  language: string
  /** Also describes sounds, for the deaf and hard of hearing. */
  isCaptions: boolean
}

/** Bits per second: of the largest segment, and the average. */
export interface Bandwidth {
  peak: number
  average: number
}

/** Reads a playlist of ffmpeg's HLS muxer, also while it grows. Null until it names an init segment. */
export function parseMediaPlaylist(text: string): MediaPlaylist | null {
  const initUri = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(text)?.[1]
  if (!initUri) return null
  const segments: Segment[] = []
  let durationS: number | null = null
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line.startsWith('#EXTINF:')) durationS = Number.parseFloat(line.slice('#EXTINF:'.length))
    if (line === '' || line.startsWith('#') || durationS === null) continue
    segments.push({ uri: line, durationS })
    durationS = null
  }
  return { initUri, segments, ended: /^#EXT-X-ENDLIST/m.test(text) }
}

/** Start of each segment, in seconds from the first. */
export function segmentStarts(segments: Segment[]): number[] {
  let atS = 0
  return segments.map(({ durationS }) => {
    atS += durationS
    return atS - durationS
  })
}

/** The segment lines of a playlist, which can be extended. */
export interface SegmentLines {
  readonly count: number
  readonly longestS: number
  readonly text: string
}

export const noSegmentLines: SegmentLines = { count: 0, longestS: 1, text: '' }

export function addToLines(
  { count, longestS, text }: SegmentLines,
  segments: readonly Segment[],
): SegmentLines {
  const longest = segments.reduce((most, { durationS }) => Math.max(most, Math.round(durationS)), longestS)
  const added = segments
    .map(
      ({ uri, durationS, initUri, programDateMs }) =>
        `${discontinuity(initUri)}${programDate(programDateMs)}#EXTINF:${durationS.toFixed(6)},\n${uri}\n`,
    )
    .join('')
  return { count: count + segments.length, longestS: longest, text: text + added }
}

function discontinuity(initUri: string | undefined): string {
  return initUri === undefined ? '' : `#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=${quoted(initUri)}\n`
}

function programDate(ms: number | undefined): string {
  return ms === undefined ? '' : `#EXT-X-PROGRAM-DATE-TIME:${new Date(ms).toISOString()}\n`
}

/** The media playlist of a rendition (RFC 8216 4.3.3): VOD once ended, EVENT while it grows. Text has no init
 * segment. */
export function mediaPlaylist({
  segments,
  ...playlist
}: Omit<MediaPlaylist, 'initUri'> & { initUri: string | null }): string {
  return playlistText({ ...playlist, lines: addToLines(noSegmentLines, segments) })
}

/** The media playlist for existing segment lines. */
export function playlistText(playlist: {
  initUri: string | null
  lines: SegmentLines
  ended: boolean
}): string {
  const { initUri, lines: segments, ended } = playlist
  const head = lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${segments.longestS}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${ended ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(initUri === null ? [] : [`#EXT-X-MAP:URI=${quoted(initUri)}`]),
  ])
  return `${head}${segments.text}${ended ? '#EXT-X-ENDLIST\n' : ''}`
}

/** The multivariant playlist (RFC 8216 4.3.4). Audio is one group that all video variants refer to, and text is
 * another. Without video, the default audio track is the variant. With video, it is the last variant if
 * `audioIsRung`. Kinora's player reads `latency`, which marks a live stream. */
export function multivariantPlaylist(
  video: VideoRendition[],
  audio: AudioRendition[],
  subtitles: SubtitleRendition[],
  { audioIsRung = false, latency }: { audioIsRung?: boolean; latency?: string | undefined } = {},
): string {
  const names = uniqueNames(audio, 'Audio')
  const subtitleNames = uniqueNames(subtitles, 'Subtitles')
  const texts = subtitles.length > 0 ? [`SUBTITLES="${subtitleGroup}"`] : []
  const variants = [
    ...video.map((rendition) => variant(rendition, audio, texts)),
    ...(audioIsRung || video.length === 0 ? audioOnly(audio, texts) : []),
  ]
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    ...(latency === undefined
      ? ['#EXT-X-INDEPENDENT-SEGMENTS']
      : [`#EXT-X-SESSION-DATA:DATA-ID="${LIVE_DATA_ID}",VALUE=${quoted(latency)}`]),
    ...audio.map((rendition, n) => `#EXT-X-MEDIA:${media(rendition, names[n] ?? '', audio)}`),
    ...subtitles.map((rendition, n) => `#EXT-X-MEDIA:${text(rendition, subtitleNames[n] ?? '', subtitles)}`),
    ...variants.flat(),
  ])
}

/** Totals over segments, to which more segments can be added. */
export interface SegmentTotals {
  readonly durationS: number
  readonly sizeBytes: number
  /** Bits per second of the largest segment. */
  readonly peak: number
}

export const noSegmentTotals: SegmentTotals = { durationS: 0, sizeBytes: 0, peak: 0 }

/** Segments under half a second at the end do not count for the peak. */
export function addToTotals(
  totals: SegmentTotals,
  { durationS, sizeBytes }: { durationS: number; sizeBytes: number },
): SegmentTotals {
  const rate = durationS >= 0.5 ? Math.ceil((sizeBytes * 8) / durationS) : 0
  return {
    durationS: totals.durationS + durationS,
    sizeBytes: totals.sizeBytes + sizeBytes,
    peak: Math.max(totals.peak, rate),
  }
}

/** Peak and average bit rate. */
export function bandwidthOf({ durationS, sizeBytes, peak }: SegmentTotals): Bandwidth {
  const average = durationS > 0 ? Math.ceil((sizeBytes * 8) / durationS) : 0
  return { peak: Math.max(average, peak), average }
}

function variant(video: VideoRendition, audio: AudioRendition[], texts: string[]): string[] {
  const largestAudio = largest(audio)
  const codecs = [...new Set([video.codecs, ...audio.map((rendition) => rendition.codecs)])].join()
  const attributes = [
    `BANDWIDTH=${video.bandwidth.peak + largestAudio.peak}`,
    `AVERAGE-BANDWIDTH=${video.bandwidth.average + largestAudio.average}`,
    `CODECS=${quoted(codecs)}`,
    `RESOLUTION=${video.width}x${video.height}`,
    `FRAME-RATE=${video.frameRate.toFixed(3)}`,
    ...(audio.length > 0 ? [`AUDIO="${audioGroup}"`] : []),
    ...texts,
  ]
  return [`#EXT-X-STREAM-INF:${attributes.join()}`, video.uri]
}

/** The maximum of the group, since viewers choose one of them. */
function largest(audio: AudioRendition[]): Bandwidth {
  return {
    peak: Math.max(0, ...audio.map(({ bandwidth }) => bandwidth.peak)),
    average: Math.max(0, ...audio.map(({ bandwidth }) => bandwidth.average)),
  }
}

function audioOnly(audio: AudioRendition[], texts: string[]): string[][] {
  const track = audio.find(({ isDefault }) => isDefault) ?? audio[0]
  if (!track) return []
  const { peak, average } = largest(audio)
  const rates = `BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average}`
  const groups = [`AUDIO="${audioGroup}"`, ...texts].join()
  return [[`#EXT-X-STREAM-INF:${rates},CODECS=${quoted(track.codecs)},${groups}`, track.uri]]
}

/** Session data of live streams (RFC 8216 4.3.4.4). */
const LIVE_DATA_ID = 'io.kinora.live'
const audioGroup = 'audio'
const subtitleGroup = 'subtitles'

/** The RFC 8216 (4.3.4.1) characteristic of audio descriptions for viewers with low vision. */
const descriptions = 'public.accessibility.describes-video'

function media(audio: AudioRendition, name: string, all: AudioRendition[]): string {
  return [
    'TYPE=AUDIO',
    `GROUP-ID="${audioGroup}"`,
    `NAME=${quoted(name)}`,
    ...(audio.language ? [`LANGUAGE=${quoted(audio.language)}`] : []),
    `DEFAULT=${audio.isDefault ? 'YES' : 'NO'}`,
    `AUTOSELECT=${mayBeChosen(audio, all) ? 'YES' : 'NO'}`,
    `CHANNELS="${audio.channels}"`,
    ...(audio.role === 'description' ? [`CHARACTERISTICS="${descriptions}"`] : []),
    `URI=${quoted(audio.uri)}`,
  ].join()
}

/** Whether players may select it automatically: no commentaries, and only one of tracks that they cannot distinguish. */
function mayBeChosen(audio: AudioRendition, all: AudioRendition[]): boolean {
  if (audio.isDefault) return true
  const isDescribed = ({ role }: AudioRendition) => role === 'description'
  const alike = all.filter(
    (each) =>
      (each.isDefault || each.role !== 'commentary') &&
      each.language === audio.language &&
      isDescribed(each) === isDescribed(audio),
  )
  return (alike.find(({ isDefault }) => isDefault) ?? alike[0]) === audio
}

/** Required for captions by Apple's authoring specification. */
const captions =
  'public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound'

function text(subtitle: SubtitleRendition, name: string, all: SubtitleRendition[]): string {
  const { language, isCaptions, uri } = subtitle
  // Players may select only one of tracks that they cannot distinguish.
  const alike = all.find((each) => each.language === language && each.isCaptions === isCaptions)
  return [
    'TYPE=SUBTITLES',
    `GROUP-ID="${subtitleGroup}"`,
    `NAME=${quoted(name)}`,
    `LANGUAGE=${quoted(language)}`,
    'DEFAULT=NO',
    `AUTOSELECT=${alike === subtitle ? 'YES' : 'NO'}`,
    'FORCED=NO',
    ...(isCaptions ? [`CHARACTERISTICS="${captions}"`] : []),
    `URI=${quoted(uri)}`,
  ].join()
}

/** Players distinguish the tracks of a group by name, so names must be unique. */
function uniqueNames(tracks: { name: string }[], kind: string): string[] {
  const names: string[] = []
  for (const [n, { name }] of tracks.entries()) {
    const clean = unquotable(name) || `${kind} ${n + 1}`
    names.push(names.includes(clean) ? `${clean} (${n + 1})` : clean)
  }
  return names
}

const quoted = (value: string) => `"${unquotable(value)}"`

/** Quoted strings cannot contain quotes or line ends (RFC 8216 4.2), and names come from uploaded files. */
function unquotable(value: string): string {
  return cutText(
    value
      .replaceAll('"', "'")
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
    200,
  )
}

const lines = (rows: string[]) => `${rows.join('\n')}\n`
