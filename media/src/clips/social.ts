import type { Size } from '../encode/filters.ts'

export type SocialAspect = '9:16' | '1:1' | '4:5' | '16:9'
export type SocialFit = 'crop' | 'pad' | 'blur'

/** Preferred sizes of the platforms per aspect ratio. */
const wanted: Readonly<Record<SocialAspect, Size>> = {
  '9:16': { width: 1080, height: 1920 },
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '16:9': { width: 1920, height: 1080 },
}
/** Minimum size that the platforms accept, as a share of the preferred size. Smaller videos are enlarged to it. */
const LEAST = 0.5

/** The size of a social clip: as large as its source can fill, from the minimum to the preferred size. */
export function socialSize(display: Size, aspect: SocialAspect, fit: SocialFit): Size {
  const whole = wanted[aspect]
  const enlarged = fit === 'crop' ? coverRatio(display, whole) : containRatio(display, whole)
  const share = Math.min(1, Math.max(LEAST, 1 / enlarged))
  return { width: even(whole.width * share), height: even(whole.height * share) }
}

/** Scales a size so that it covers `room`. */
export function covering(display: Size, room: Size): Size {
  const ratio = coverRatio(display, room)
  const atLeast = (pixels: number) => Math.ceil(pixels / 2 - 0.01) * 2
  return { width: atLeast(display.width * ratio), height: atLeast(display.height * ratio) }
}

/** Scales a size so that it fits into `room`. */
export function contained(display: Size, room: Size): Size {
  const ratio = containRatio(display, room)
  return {
    width: Math.min(room.width, even(display.width * ratio)),
    height: Math.min(room.height, even(display.height * ratio)),
  }
}

function coverRatio(display: Size, room: Size): number {
  return Math.max(room.width / display.width, room.height / display.height)
}

function containRatio(display: Size, room: Size): number {
  return Math.min(room.width / display.width, room.height / display.height)
}

function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2)
}
