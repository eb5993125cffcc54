import type { AdBreakKind } from '@kinora/contract'
import { adLimits } from '@kinora/contract'
import { breakTime, readStitchSource } from '@kinora/media'
import { openAddress } from '../../../platform/net/stored-address.ts'
import type { Playback } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import { type Asking, macroFiller, type PlannedBreak, requestOptions } from '../sessions/ask-break.ts'
import type { AdOrigin } from '../vast/ask-ad-server.ts'
import { askVmap } from '../vast/ask-vmap.ts'
import type { Exchange } from '../vast/requests.ts'
import { textOrNull } from '../vast/texts.ts'
import { offsetNumber, offsetSeconds, type VmapBreak, withRepetitions } from '../vast/vmap.ts'
import { breaksOf } from './breaks.ts'

type Planned = Omit<PlannedBreak, 'position'>

/** Segment boundaries of the first video and audio rendition: starts of all segments, and the end of the last one. */
interface Boundaries {
  readonly videoS: readonly number[]
  readonly audioS: readonly number[]
}

/**
 * Plans the breaks of a new session in order: the pre-roll, the breaks of the video, and the breaks in VMAP, which replace others
 * at the same time. A video that is still being encoded has only a pre-roll, because its end is unknown.
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
  const boundaries = { videoS: video.boundariesS, audioS }
  const isWhole = contentId !== null && video.ended
  // Campaigns and house ads can fill breaks without an ad tag.
  const hasAds = await ads.offers.hasAds(asking.channel)
  const own = isWhole ? await ownBreaks(ads, asking, contentId, boundaries) : []
  const wanted = own.filter(({ origin }) => origin !== null || hasAds)
  if (preroll && (prerollAdTagUrl !== null || hasAds)) {
    const origin = prerollAdTagUrl === null ? null : { url: prerollAdTagUrl }
    wanted.unshift({ kind: 'preroll', atS: 0, availableS: maxPrerollDurationS, origin })
  }
  const planned = mergeByTime(wanted, (a, b) => a + b)
  if (isWhole && vmapUrl !== null) {
    const { asked, breaks } = await vmapPlan(ads, asking, vmapUrl, boundaries, own)
    // VMAP has no lengths, so merged breaks are not longer than one of them.
    for (const each of mergeByTime(breaks, Math.max).values()) planned.set(each.atS, each)
    const first = planned.get(Math.min(...planned.keys())) ?? nothing
    planned.set(first.atS, { ...first, asked })
  }
  const inOrder = outsideReturns([...planned.values()].sort((a, b) => a.atS - b.atS))
  const length = isWhole ? { videoS: boundaries.videoS.at(-1) ?? 0 } : {}
  return limited(inOrder).map((each, position) => ({ position, ...each, ...length }))
}

/** Merges breaks at the same time into one, with the ads of all. */
function mergeByTime(
  breaks: readonly Planned[],
  lengthOf: (a: number, b: number) => number,
): Map<number, Planned> {
  const found = new Map<number, Planned>()
  for (const each of breaks) {
    const other = found.get(each.atS)
    found.set(each.atS, other === undefined ? each : merged(other, each, lengthOf))
  }
  return found
}

function merged(a: Planned, b: Planned, lengthOf: (a: number, b: number) => number): Planned {
  const origins = [a, b].flatMap(({ origin }) => {
    if (origin === null) return []
    return 'all' in origin ? origin.all : [origin]
  })
  // The same ad tag is requested once, for the whole time.
  const isAsked = (origin: AdOrigin, before: readonly AdOrigin[]) =>
    'url' in origin && before.some((each) => 'url' in each && each.url === origin.url)
  const all = origins.filter((origin, n) => !isAsked(origin, origins.slice(0, n)))
  const availableS = Math.min(lengthOf(a.availableS, b.availableS), adLimits.longestBreakS)
  const numbers = [...(a.numbers ?? []), ...(b.numbers ?? [])]
  const isOpen = a.isOpen ?? b.isOpen
  const returnS = Math.max(a.returnS ?? 0, b.returnS ?? 0)
  const origin = all.length > 1 ? { all } : (all[0] ?? null)
  return { ...a, availableS, numbers, origin, ...(isOpen && { isOpen }), ...(returnS > 0 && { returnS }) }
}

/** Drops the last breaks above the limit, but keeps a post-roll. */
function limited(inOrder: readonly Planned[]): readonly Planned[] {
  if (inOrder.length <= adLimits.breaks) return inOrder
  const postroll = inOrder.filter(({ kind }) => kind === 'postroll')
  return [...inOrder.slice(0, adLimits.breaks - postroll.length), ...postroll]
}

/** Enabled breaks of the video, also those without an ad tag. */
async function ownBreaks(
  { db, secrets }: Ads,
  { channel: { environmentId, midrollAdTagUrl } }: Asking,
  contentId: string,
  boundaries: Boundaries,
): Promise<Planned[]> {
  const rows = await breaksOf(db, environmentId, contentId)
  return rows
    .filter(({ enabled }) => enabled)
    .map(({ atS, durationS: availableS, returnS, adTagUrl }, n) => {
      const url = adTagUrl === null ? midrollAdTagUrl : openAddress(secrets, adTagUrl)
      const origin = url === null ? null : { url }
      const slot = { ...slotAt(atS, boundaries), ...returnOf(returnS, boundaries) }
      return { ...slot, availableS, origin, numbers: [n + 1] }
    })
}

/** Time at which the video resumes, at a segment boundary. */
function returnOf(returnS: number | null, { videoS, audioS }: Boundaries): Pick<Planned, 'returnS'> {
  return returnS === null ? {} : { returnS: breakTime(videoS, audioS, returnS) }
}

/** Drops breaks in a part of the video that the ads of an earlier break replace. */
function outsideReturns(inOrder: readonly Planned[]): Planned[] {
  let untilS = 0
  return inOrder.filter(({ atS, returnS = 0 }) => {
    if (atS < untilS) return false
    untilS = Math.max(untilS, returnS)
    return true
  })
}

/** Plans the breaks of a VMAP document. `asked` has the requests, for the session log.
 * @param own breaks of the video, for offsets such as `#2` */
async function vmapPlan(
  ads: Ads,
  asking: Asking,
  url: string,
  boundaries: Boundaries,
  own: readonly Planned[],
): Promise<{ breaks: Planned[]; asked: NonNullable<Planned['asked']> }> {
  const options = requestOptions(ads, asking)
  const { breaks, ...asked } = await askVmap(url, options, macroFiller(ads, asking))
  const located = withRepetitions(breaks, boundaries.videoS.at(-1) ?? 0).map((adBreak) => ({
    adBreak,
    slot: vmapSlot(adBreak, asking, boundaries, own),
  }))
  const unknown = located.filter(({ slot }) => slot === null).map(({ adBreak }) => textOrNull(adBreak.offset))
  const planned = located.flatMap(({ adBreak, slot }): Planned[] => {
    const hasSource = adBreak.vast !== null || adBreak.tagUrl !== null
    return slot === null || !hasSource ? [] : [{ ...slot, origin: { adBreak } }]
  })
  return { breaks: planned, asked: { ...asked, exchanges: withFault(asked.exchanges, unknown) } }
}

/** Null if the offset is not in the video. */
function vmapSlot(
  { offset }: VmapBreak,
  { channel }: Asking,
  boundaries: Boundaries,
  own: readonly Planned[],
): Pick<Planned, 'kind' | 'atS' | 'availableS' | 'isOpen'> | null {
  const number = offsetNumber(offset)
  if (number !== null) {
    const named = own[number - 1]
    return named ? { kind: named.kind, atS: named.atS, availableS: named.availableS } : null
  }
  const videoS = boundaries.videoS.at(-1) ?? 0
  const atS = offsetSeconds(offset, videoS)
  if (atS === null || atS > videoS) return null
  const slot = slotAt(atS, boundaries)
  if (slot.kind === 'preroll') return { ...slot, availableS: channel.maxPrerollDurationS }
  return { ...slot, availableS: adLimits.longestBreakS, isOpen: true }
}

const MAX_NAMED = 5

/** Adds the offsets of dropped breaks to the last request in the log. */
function withFault(exchanges: readonly Exchange[], offsets: readonly (string | null)[]): readonly Exchange[] {
  if (offsets.length === 0) return exchanges
  const fault = `unknown VMAP offsets: ${offsets.slice(0, MAX_NAMED).join(', ')}`
  return exchanges.map((each, n) => (n === exchanges.length - 1 ? { ...each, fault } : each))
}

/** An empty break that only carries the VMAP requests into the session log. */
const nothing: Planned = { kind: 'preroll', atS: 0, availableS: 0, origin: null }

function slotAt(wantedS: number, { videoS, audioS }: Boundaries): { kind: AdBreakKind; atS: number } {
  const atS = breakTime(videoS, audioS, wantedS)
  return { kind: kindAt(atS, videoS), atS }
}

function kindAt(atS: number, boundariesS: readonly number[]): AdBreakKind {
  if (atS === 0) return 'preroll'
  return atS === boundariesS.at(-1) ? 'postroll' : 'midroll'
}
