import type { ShotPath } from './path.ts'
import type { Box } from './seen.ts'
import type { Window } from './window.ts'

/** A line of text that is seen in a shot. */
export interface SeenText {
  readonly startS: number
  readonly endS: number
  readonly box: Box
}

/** Text whose middle is below this height is a lower third. Text above it belongs to the scene: signs, logos, the time. */
const LOWER = 0.55
/** Room around the lines, as shares of the frame. */
const MARGIN_X = 0.025
const MARGIN_Y = 0.02
/** Keyframes are rounded. */
const ROUNDING = 0.001

/** The place of the lower third of a shot, with some room. Null if it has none. */
export function lowerThirdOf(
  texts: readonly SeenText[],
  { startS, endS }: { readonly startS: number; readonly endS: number },
): Box | null {
  const own = texts.filter(
    (text) => text.startS < endS && text.endS > startS && text.box.y + text.box.height / 2 > LOWER,
  )
  if (own.length === 0) return null
  const x = Math.max(0, Math.min(...own.map(({ box }) => box.x)) - MARGIN_X)
  const y = Math.max(0, Math.min(...own.map(({ box }) => box.y)) - MARGIN_Y)
  const right = Math.min(1, Math.max(...own.map(({ box }) => box.x + box.width)) + MARGIN_X)
  const bottom = Math.min(1, Math.max(...own.map(({ box }) => box.y + box.height)) + MARGIN_Y)
  return { x, y, width: right - x, height: bottom - y }
}

/** Whether a window along the width cuts a text at some time. Windows of full width and whole frames show all of it, and
 * halves have no strip. */
export function cutsText(
  { mode, keyframes }: Pick<ShotPath, 'mode' | 'keyframes'>,
  text: Box,
  { axis, share }: Window,
): boolean {
  if (mode === 'fit' || mode === 'split' || axis === 'y' || share === 1) return false
  const middles = (mode === 'hold' ? keyframes.slice(0, 1) : keyframes).map(({ middle }) => middle)
  const [least, most] = [Math.min(...middles), Math.max(...middles)]
  return text.x < most - share / 2 - ROUNDING || text.x + text.width > least + share / 2 + ROUNDING
}
