import type { AdBreakKind } from '@kinora/contract'
import { adLimits } from '@kinora/contract'
import { breakTime, readStitchSource } from '@kinora/media'
import type { Playback } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import { type Asking, filler, type PlannedBreak, requestOptions } from '../sessions/ask-break.ts'
import { askVmap } from '../vast/ask-vmap.ts'
import { offsetSeconds } from '../vast/vmap.ts'
import { breaksOf } from './breaks.ts'

type Planned = Omit<PlannedBreak, 'position'>

/** Starts of segments, and the end of the last one. */
interface Boundaries {
  readonly videoS: readonly number[]
  readonly audioS: readonly number[]
}

/**
 * The breaks of a new session in order: the pre-roll, those of the video, and those that an ad server names (VMAP), which win
 * over others at the same place. A video that still grows has only a pre-roll, because its end is not known.
 */
export async function planBreaks(
  ads: Ads,
  asking: Asking,
  { streams, sharedPlaylist }: Pick<Playback, 'streams' | 'sharedPlaylist'>,
): Promise<PlannedBreak[]> {
  const { preroll, prerollAdTagUrl, maxPrerollDurationS, contentId, vmapUrl } = asking.channel
  const sourceOf = (outputId = '') => readStitchSource(sharedPlaylist(outputId)?.text ?? '', '')
  const video = sourceOf(streams.video[0]?.outputId)
  const audioS = streams.audio.length === 0 ? [] : sourceOf(streams.audio[0]?.outputId).boundariesS
  const places = { videoS: video.boundariesS, audioS }
  const planned = new Map<number, Planned>()
  const isWhole = contentId !== null && video.ended
  // Campaigns fill breaks that no ad server is asked about.
  const hasAds = await ads.offers.hasAds(asking.channel)
  if (isWhole)
    for (const each of await ownBreaks(ads, asking, contentId, places, hasAds)) planned.set(each.atS, each)
  if (preroll && (prerollAdTagUrl !== null || hasAds)) {
    const origin = prerollAdTagUrl === null ? null : { url: prerollAdTagUrl }
    planned.set(0, { kind: 'preroll', atS: 0, availableS: maxPrerollDurationS, origin })
  }
  if (isWhole && vmapUrl !== null) {
    const { asked, breaks } = await vmapPlan(ads, asking, vmapUrl, places)
    for (const each of breaks) planned.set(each.atS, each)
    const first = planned.get(Math.min(...planned.keys())) ?? nothing
    planned.set(first.atS, { ...first, asked })
  }
  const inOrder = [...planned.values()].sort((a, b) => a.atS - b.atS)
  return inOrder.slice(0, adLimits.breaks).map((each, position) => ({ position, ...each }))
}

async function ownBreaks(
  { db }: Ads,
  { channel: { environmentId, midrollAdTagUrl } }: Asking,
  contentId: string,
  places: Boundaries,
  hasAds: boolean,
): Promise<Planned[]> {
  const rows = await breaksOf(db, environmentId, contentId)
  return rows.flatMap(({ atS, durationS: availableS, adTagUrl, enabled }) => {
    const url = adTagUrl ?? midrollAdTagUrl
    if (!enabled || (url === null && !hasAds)) return []
    return [{ ...placeOf(atS, places), availableS, origin: url === null ? null : { url } }]
  })
}

/** The breaks that an ad server names, and what asking for them was like, for the log. */
async function vmapPlan(
  ads: Ads,
  asking: Asking,
  url: string,
  places: Boundaries,
): Promise<{ breaks: Planned[]; asked: NonNullable<Planned['asked']> }> {
  const options = requestOptions(ads, asking)
  const { breaks, ...asked } = await askVmap(filler(ads, asking)(url), options)
  const videoS = places.videoS.at(-1) ?? 0
  const planned = breaks.flatMap(({ offset, tagUrl, vast, tracking }): Planned[] => {
    const atS = offsetSeconds(offset, videoS)
    const tag = tagUrl === null ? null : { url: tagUrl }
    const origin = vast === null ? tag : { vast }
    if (atS === null || atS > videoS || origin === null) return []
    const place = placeOf(atS, places)
    const isFirst = place.kind === 'preroll'
    const availableS = isFirst ? asking.channel.maxPrerollDurationS : adLimits.longestBreakS
    return [{ ...place, availableS, origin, tracking }]
  })
  return { breaks: planned, asked }
}

/** Only says in the log what asking was like. */
const nothing: Planned = { kind: 'preroll', atS: 0, availableS: 0, origin: null }

function placeOf(wantedS: number, { videoS, audioS }: Boundaries): { kind: AdBreakKind; atS: number } {
  const atS = breakTime(videoS, audioS, wantedS)
  return { kind: kindAt(atS, videoS), atS }
}

function kindAt(atS: number, boundariesS: readonly number[]): AdBreakKind {
  if (atS === 0) return 'preroll'
  return atS === boundariesS.at(-1) ? 'postroll' : 'midroll'
}
