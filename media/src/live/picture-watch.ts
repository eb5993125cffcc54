import { LIVE_TICKS } from './source.ts'

/** Time of video after which somebody must know that none of it can be shown. */
const LIMIT_S = 10

/** Watches the video of a source until it can be shown.
 * @param missing called once with the reason, if the video cannot be shown after seconds */
export function watchForPicture(missing: (reason: string) => void): {
  config(): void
  frame(dts: number, isKey: boolean): void
} {
  let hasConfig = false
  let firstDts: number | null = null
  let isOver = false
  return {
    config() {
      hasConfig = true
    },
    frame(dts, isKey) {
      if (isOver) return
      isOver = isKey && hasConfig
      firstDts = firstDts === null ? dts : Math.min(firstDts, dts)
      if (isOver || dts - firstDts < LIMIT_S * LIVE_TICKS) return
      isOver = true
      missing(hasConfig ? `no keyframe in ${LIMIT_S} s` : `no decoder configuration in ${LIMIT_S} s`)
    },
  }
}
