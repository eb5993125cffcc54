import type { AdTrackingEvent } from '@kinora/contract'
import { isWebUrl } from './texts.ts'
import { secondsOf, type Tracking } from './vast.ts'
import { childOf, type XmlElement } from './xml.ts'

/** A break of a video as an ad server names it (VMAP 1.0). */
export interface VmapBreak {
  /** When it is, as the document says: `start`, `end`, a time, a percentage or a number. */
  readonly offset: string
  /** The ad tag to ask. Null if the ads are in the document, or if there are none. */
  readonly tagUrl: string | null
  readonly vast: XmlElement | null
  /** When the break begins: `impression`, ends: `complete`, or fails: `error`. */
  readonly tracking: readonly Tracking[]
}

/** Several may be at one place. */
const MAX_BREAKS = 200
const events: ReadonlyMap<string, AdTrackingEvent> = new Map([
  ['breakStart', 'impression'],
  ['breakEnd', 'complete'],
  ['error', 'error'],
])

export function isVmap(root: XmlElement): boolean {
  return localName(root) === 'VMAP'
}

/** Only breaks for linear ads. */
export function vmapBreaks(root: XmlElement): VmapBreak[] {
  const linear = named(root, 'AdBreak').filter(({ attributes }) =>
    (attributes.breakType ?? 'linear').split(/[\s,]+/).includes('linear'),
  )
  // A post-roll is never left out.
  const ends = linear.slice(MAX_BREAKS).filter(isAtEnd).slice(0, MAX_BREAKS)
  return [...linear.slice(0, MAX_BREAKS - ends.length), ...ends].map(readBreak)
}

function readBreak(element: XmlElement): VmapBreak {
  const [source] = named(element, 'AdSource')
  const [data] = source === undefined ? [] : named(source, 'VASTAdData')
  const [tag] = source === undefined ? [] : named(source, 'AdTagURI')
  const vast = data && childOf(data, 'VAST')
  return {
    offset: element.attributes.timeOffset ?? '',
    tagUrl: vast === undefined && tag !== undefined && isWebUrl(tag.text) ? tag.text : null,
    vast: vast ?? null,
    tracking: named(element, 'TrackingEvents').flatMap(trackingOf),
  }
}

const isAtEnd = ({ attributes }: XmlElement) => attributes.timeOffset === 'end'

function trackingOf(element: XmlElement): Tracking[] {
  return named(element, 'Tracking').flatMap(({ attributes, text }) => {
    const event = events.get(attributes.event ?? '')
    return event === undefined || !isWebUrl(text) ? [] : [{ event, url: text }]
  })
}

/** Seconds from the start of the video. Null if it cannot be known. @param videoS length of the video */
export function offsetSeconds(offset: string, videoS: number | null): number | null {
  if (offset === 'start') return 0
  if (offset === 'end') return videoS
  const percent = /^(\d{1,3}(?:\.\d+)?)%$/.exec(offset)?.[1]
  if (percent !== undefined) return videoS === null ? null : (videoS * Number(percent)) / 100
  return secondsOf(offset)
}

/** Which of the places for breaks it is, from 1, of `#1`. Null if it is something else. */
export function offsetNumber(offset: string): number | null {
  const number = /^#(\d{1,3})$/.exec(offset)?.[1]
  return number === undefined ? null : Number(number)
}

const localName = ({ name }: XmlElement) => name.split(':').at(-1) ?? name

function named({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => localName(child) === name)
}
