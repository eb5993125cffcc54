import { type StitchSource, stitchedPlaylist } from './stitch.ts'

/** An HLS interstitial: a break whose ads the player loads itself (RFC 8216bis, appendix D). */
export interface Interstitial {
  readonly id: string
  /** Start in seconds from the start of the content. */
  readonly atS: number
  /** Length of the content that the ads replace, in seconds. */
  readonly hiddenS: number
  /** Null if the ads are not known yet. */
  readonly durationS: number | null
  readonly position: 'preroll' | 'midroll' | 'postroll'
  /** URI relative to the media playlist. */
  readonly assetListUri: string
  /** Navigation restrictions (`X-RESTRICT`). */
  readonly restrictions: readonly ('JUMP' | 'SKIP')[]
}

/** An interstitial of a live stream, which replaces as much of the stream as it lasts. */
export interface LiveInterstitial extends Omit<Interstitial, 'atS' | 'hiddenS'> {
  /** Start in epoch milliseconds, at the start of a segment. */
  readonly startMs: number
}

/** Date range of a live interstitial. Without a resume offset, players keep their distance to the live edge. */
export function liveInterstitial({ startMs, ...interstitial }: LiveInterstitial): string {
  return rangeOf(interstitial, new Date(startMs).toISOString(), [])
}

/** Program date-time of the video's start. Interstitials need the same dates in all playlists. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

const cues = { preroll: 'PRE,ONCE', midroll: 'ONCE', postroll: 'POST,ONCE' } as const

/** Media playlist of the content with interstitials. They begin and end at segment boundaries, and so need no
 * `X-SNAP`. */
export function guidedPlaylist(content: StitchSource, interstitials: readonly Interstitial[]): string {
  const lines: string[] = []
  let segments = 0
  for (const line of stitchedPlaylist(content, []).split('\n')) {
    if (line.startsWith('#EXTINF:')) {
      if (segments === 0) lines.push(...interstitials.map(dateRange))
      if (segments === 0 || content.segments[segments]?.isDiscontinuous)
        lines.push(`#EXT-X-PROGRAM-DATE-TIME:${dateOf(content.boundariesS[segments] ?? 0)}`)
      segments += 1
    }
    lines.push(line)
  }
  return lines.join('\n')
}

function dateRange({ atS, hiddenS, ...interstitial }: Interstitial): string {
  const offsetS = Math.round(hiddenS * 1000) / 1000
  return rangeOf(interstitial, dateOf(atS), [`X-RESUME-OFFSET=${offsetS}`])
}

function rangeOf(
  { id, durationS, position, assetListUri, restrictions }: Omit<Interstitial, 'atS' | 'hiddenS'>,
  startDate: string,
  resumption: readonly string[],
): string {
  const attributes = [
    `ID="${id}"`,
    'CLASS="com.apple.hls.interstitial"',
    `START-DATE="${startDate}"`,
    ...(durationS === null ? [] : [`DURATION=${durationS.toFixed(3)}`]),
    `CUE="${cues[position]}"`,
    ...resumption,
    ...(restrictions.length === 0 ? [] : [`X-RESTRICT="${restrictions.join()}"`]),
    `X-ASSET-LIST="${assetListUri}"`,
  ]
  return `#EXT-X-DATERANGE:${attributes.join()}`
}

function dateOf(seconds: number): string {
  return new Date(EPOCH_MS + Math.round(seconds * 1000)).toISOString()
}
