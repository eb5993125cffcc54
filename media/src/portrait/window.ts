import type { SocialAspect } from '../clips/social.ts'
import type { Size } from '../encode/filters.ts'

/** The part of a frame that a shape shows. It is as high or as wide as the frame, and moves along the other axis. */
export interface Window {
  readonly axis: 'x' | 'y'
  /** Its length along the axis, as a share of the frame. */
  readonly share: number
}

/** Shares above this one show the whole frame. */
const WHOLE = 0.995

/** The largest window of a shape in a frame. */
export function windowOf(display: Size, shape: SocialAspect): Window {
  const wanted = ratioOf(shape)
  const own = display.width / display.height
  const [axis, share] = wanted < own ? (['x', wanted / own] as const) : (['y', own / wanted] as const)
  return { axis, share: share > WHOLE ? 1 : share }
}

/** Width by height of a shape. */
export function ratioOf(shape: SocialAspect): number {
  const [width = 1, height = 1] = shape.split(':').map(Number)
  return width / height
}

/** The middle of a window that stays in the frame. @param middle 0 to 1, along the axis */
export function keptInFrame(middle: number, share: number): number {
  return Math.min(1 - share / 2, Math.max(share / 2, middle))
}
