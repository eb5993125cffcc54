import type { Size } from '../encode/filters.ts'

export type SocialAspect = '9:16' | '1:1' | '4:5' | '16:9'
export type SocialFit = 'crop' | 'pad' | 'blur'

/** Preferred sizes of the platforms per aspect ratio. */
const preferredSizes: Readonly<Record<SocialAspect, Size>> = {
  '9:16': { width: 1080, height: 1920 },
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '16:9': { width: 1920, height: 1080 },
}
/** Minimum size that the platforms accept, as a share of the preferred size. Smaller videos are enlarged to it. */
const MIN_SHARE = 0.5

/** The size of a social clip: as large as its source can fill, from the minimum to the preferred size. */
export function socialSize(display: Size, aspect: SocialAspect, fit: SocialFit): Size {
  const preferred = preferredSizes[aspect]
  const enlarged = fit === 'crop' ? coverRatio(display, preferred) : containRatio(display, preferred)
  const share = Math.min(1, Math.max(MIN_SHARE, 1 / enlarged))
  return { width: even(preferred.width * share), height: even(preferred.height * share) }
}

/** Scales a size so that it covers `room`. */
export function coverSize(display: Size, target: Size): Size {
  const ratio = coverRatio(display, target)
  const atLeast = (pixels: number) => Math.ceil(pixels / 2 - 0.01) * 2
  return { width: atLeast(display.width * ratio), height: atLeast(display.height * ratio) }
}

/** Scales a size so that it fits into `room`. */
export function containSize(display: Size, target: Size): Size {
  const ratio = containRatio(display, target)
  return {
    width: Math.min(target.width, even(display.width * ratio)),
    height: Math.min(target.height, even(display.height * ratio)),
  }
}

function coverRatio(display: Size, target: Size): number {
  return Math.max(target.width / display.width, target.height / display.height)
}

function containRatio(display: Size, target: Size): number {
  return Math.min(target.width / display.width, target.height / display.height)
}

function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2)
}
