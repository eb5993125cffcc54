import type { AdTrackingEvent } from '@kinora/contract'
import { webUrlOf } from './texts.ts'
import { isOneOf, secondsOf, type Tracking } from './vast.ts'
import { childOf, childrenOf, type XmlElement } from './xml.ts'

/** An ad break of a VMAP 1.0 document. */
export interface VmapBreak {
  /** Time offset as in the document: `start`, `end`, a time, a percentage or a number such as `#1`. */
  readonly offset: string
  /** Ad tag of the break. Null if the document contains its ads, or if it has none. */
  readonly tagUrl: string | null
  readonly vast: XmlElement | null
  /** Whether several ads of the answer may be shown. */
  readonly allowsPods: boolean
  /** Whether the answer may have wrappers. */
  readonly followsWrappers: boolean
  /** Time after which the break repeats, in seconds. Null if it does not. */
  readonly repeatAfterS: number | null
  /** Tracking of the break: `impression` for breakStart, `complete` for breakEnd, and `error`. */
  readonly tracking: readonly Tracking[]
}

/** More than a video can have, because several breaks can have the same offset. */
const MAX_BREAKS = 200
const events: ReadonlyMap<string, AdTrackingEvent> = new Map([
  ['breakStart', 'impression'],
  ['breakEnd', 'complete'],
  ['error', 'error'],
])

export function isVmap(root: XmlElement): boolean {
  return root.name === 'VMAP'
}

/** Reads the breaks for linear ads. */
export function vmapBreaks(root: XmlElement): VmapBreak[] {
  const linear = childrenOf(root, 'AdBreak').filter(({ attributes }) =>
    (attributes.breakType ?? 'linear')
      .toLowerCase()
      .split(/[\s,]+/)
      .includes('linear'),
  )
  // A post-roll is never dropped.
  const ends = linear.slice(MAX_BREAKS).filter(isAtEnd).slice(0, MAX_BREAKS)
  return [...linear.slice(0, MAX_BREAKS - ends.length), ...ends].map(readBreak)
}

function readBreak(element: XmlElement): VmapBreak {
  const [source] = childrenOf(element, 'AdSource')
  const [data] = source === undefined ? [] : childrenOf(source, 'VASTAdData')
  const [tag] = source === undefined ? [] : childrenOf(source, 'AdTagURI')
  const vast = data && childOf(data, 'VAST')
  return {
    offset: offsetOf(element),
    tagUrl: vast === undefined ? webUrlOf(tag?.text) : null,
    vast: vast ?? null,
    allowsPods: !isOneOf(source?.attributes.allowMultipleAds, 'false', '0'),
    followsWrappers: !isOneOf(source?.attributes.followRedirects, 'false', '0'),
    repeatAfterS: secondsOf(element.attributes.repeatAfter ?? '') || null,
    tracking: childrenOf(element, 'TrackingEvents').flatMap(trackingOf),
  }
}

/** Adds the repetitions of breaks with `repeatAfter`. @param untilS end of the video, or of its known part */
export function withRepetitions(breaks: readonly VmapBreak[], untilS: number): VmapBreak[] {
  return breaks.flatMap((each) => {
    const { offset, repeatAfterS, tracking } = each
    const firstS = offset === 'end' ? null : offsetSeconds(offset, untilS)
    if (repeatAfterS === null || firstS === null) return [each]
    const count = Math.max(0, Math.min(MAX_REPETITIONS, Math.ceil((untilS - firstS) / repeatAfterS) - 1))
    const repeated = Array.from({ length: count }, (_, n) => ({
      ...each,
      offset: offsetAt(firstS + (n + 1) * repeatAfterS),
      // Ads with the same array belong to one break.
      tracking: [...tracking],
    }))
    return [each, ...repeated]
  })
}

/** More than a video can have breaks. */
const MAX_REPETITIONS = 100

function offsetAt(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${rest.toFixed(3).padStart(6, '0')}`
}

const offsetOf = ({ attributes }: XmlElement) => (attributes.timeOffset ?? '').toLowerCase()

const isAtEnd = (element: XmlElement) => offsetOf(element) === 'end'

function trackingOf(element: XmlElement): Tracking[] {
  return childrenOf(element, 'Tracking').flatMap(({ attributes, text }) => {
    const event = events.get(attributes.event ?? '')
    const url = webUrlOf(text)
    return event === undefined || url === null ? [] : [{ event, url }]
  })
}

/** Converts an offset to seconds. Null if that is impossible. @param videoS length of the video, null if unknown */
export function offsetSeconds(offset: string, videoS: number | null): number | null {
  if (offset === 'start') return 0
  if (offset === 'end') return videoS
  const percent = /^(\d{1,3}(?:\.\d+)?)%$/.exec(offset)?.[1]
  if (percent !== undefined) return videoS === null ? null : (videoS * Number(percent)) / 100
  return secondsOf(offset)
}

/** Number of a break in an offset such as `#1`. Null for other offsets. */
export function offsetNumber(offset: string): number | null {
  const number = /^#(\d{1,3})$/.exec(offset)?.[1]
  return number === undefined ? null : Number(number)
}
