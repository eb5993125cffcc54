/** Width and height of the result. */
export const portraitShapes = ['9:16', '4:5', '1:1', '16:9'] as const
export type PortraitShape = (typeof portraitShapes)[number]

export const portraitStatuses = [
  /** Waits for its video or for a worker. */
  'waiting',
  /** The shots and people of the video are searched. */
  'looking',
  'rendering',
  'ready',
  'failed',
] as const

/** Reasons why there is no result, besides the errors of files and encodings. */
export const portraitReasons = [
  'no-picture',
  'no-transcript',
  'video-failed',
  'vision-missing',
  'vision-failed',
  'result-deleted',
  'result-busy',
] as const

/** How a shot is shown: a window that follows somebody or stands still, two halves one above the other, or the whole
 * frame on a blurred copy. */
export const portraitModes = ['follow', 'hold', 'split', 'fit'] as const

/** Files and addresses of which portraits are made. */
export function isMp4(name: string): boolean {
  return name.toLowerCase().endsWith('.mp4')
}

export const portraitLimits = {
  /** Portraits of an environment. */
  portraits: 10_000,
  /** Keyframes of a shot. */
  keyframes: 5000,
  /** Shots that one call can change. */
  shots: 5000,
} as const
