import { type StitchSource, stitchedPlaylist } from './stitch.ts'

/** Ads that a player fetches itself (HLS interstitials, RFC 8216bis appendix D). */
export interface Interstitial {
  readonly id: string
  /** Seconds of the content before it. */
  readonly atS: number
  /** Seconds of the content that the ads replace. */
  readonly hiddenS: number
  readonly durationS: number
  readonly position: 'preroll' | 'midroll' | 'postroll'
  /** Relative to the media playlist. */
  readonly assetListUri: string
  /** What viewers may not do. */
  readonly restrictions: readonly ('JUMP' | 'SKIP')[]
}

/** An interstitial of a live stream: it hides as much of the stream as it lasts. */
export interface LiveInterstitial extends Omit<Interstitial, 'atS' | 'hiddenS'> {
  /** Where a segment begins. */
  readonly startMs: number
}

/** Without a resume offset, players go on as far behind the live edge as they were. */
export function liveInterstitial({ startMs, ...interstitial }: LiveInterstitial): string {
  return rangeOf(interstitial, new Date(startMs).toISOString(), [])
}

/** Videos have no dates of their own. Interstitials need some, the same in all playlists. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

const cues = { preroll: 'PRE,ONCE', midroll: 'ONCE', postroll: 'POST,ONCE' } as const

/** The content with its ads as interstitials, which begin where a segment does and after which it goes on there. */
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
    `DURATION=${durationS.toFixed(3)}`,
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
