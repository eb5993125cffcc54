import type { PortraitPath, PortraitShot } from '@kinora/contract'

type Keyframes = PortraitShot['keyframes']

/** A rectangle in shares of the frame. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Keyframes nearer than this are one, in seconds. */
const NEAR_S = 0.2

/** The index of the shot at a time. */
export function shotAt(shots: readonly PortraitShot[], time: number): number {
  return Math.max(
    0,
    shots.findLastIndex(({ start }) => start <= time),
  )
}

/** The middle of the window at a time: even movement between keyframes. */
export function middleAt(keyframes: Keyframes, time: number): number {
  const after = keyframes.findIndex((keyframe) => keyframe.time > time)
  const next = after === -1 ? keyframes.at(-1) : keyframes[after]
  const last = after === -1 ? next : keyframes[Math.max(0, after - 1)]
  if (next === undefined || last === undefined) return 0.5
  if (next.time <= last.time) return last.middle
  return last.middle + ((next.middle - last.middle) * (time - last.time)) / (next.time - last.time)
}

/** The part of the frame that the result shows at a time. */
export function shownAt({ axis, share }: PortraitPath, shot: PortraitShot, time: number): Rectangle {
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  if (shot.mode === 'fit' || shot.mode === 'split') return whole
  const keyframes = shot.mode === 'hold' ? shot.keyframes.slice(0, 1) : shot.keyframes
  const from = keptInFrame(middleAt(keyframes, time), share) - share / 2
  return axis === 'x' ? { ...whole, x: from, width: share } : { ...whole, y: from, height: share }
}

/** The middle of a window that stays in the frame. */
export function keptInFrame(middle: number, share: number): number {
  return Math.min(1 - share / 2, Math.max(share / 2, middle))
}

/** Moves the window of a shot at a time: a keyframe, or the only position of a shot that holds. */
export function moved(shot: PortraitShot, time: number, middle: number): PortraitShot {
  if (shot.mode === 'hold') return { ...shot, keyframes: [{ time: shot.start, middle }], isEdited: true }
  const at = Math.min(shot.end, Math.max(shot.start, Math.round(time * 1000) / 1000))
  const others = shot.keyframes.filter((keyframe) => Math.abs(keyframe.time - at) >= NEAR_S)
  const keyframes = [...others, { time: at, middle }].sort((a, b) => a.time - b.time)
  return { ...shot, keyframes, isEdited: true }
}

/** Shows a shot in another way. A shot that holds stays where its window was in the middle of the shot, and has no other
 * keyframes: if it follows again, it has those that were found. */
export function withMode(shot: PortraitShot, mode: PortraitShot['mode']): PortraitShot {
  const held = [{ time: shot.start, middle: middleAt(shot.keyframes, (shot.start + shot.end) / 2) }]
  const own = shot.keyframes.length > 0 ? shot.keyframes : held
  const isReduced = shot.mode === 'hold' && shot.suggested.mode === 'follow'
  const followed = isReduced ? shot.suggested.keyframes : own
  const keyframes = mode === 'hold' ? held : mode === 'follow' ? followed : own
  return { ...shot, mode, keyframes, isEdited: true }
}

/** Shots whose people were found at nearly the same place, as by the same camera: middles differ by less than this. */
const ALIKE = 0.05

/** The other shots that were found like this one. */
export function alike(shots: readonly PortraitShot[], { number, suggested }: PortraitShot): PortraitShot[] {
  const middle = meanMiddle(suggested.keyframes)
  return shots.filter(
    (other) =>
      other.number !== number &&
      other.suggested.mode === suggested.mode &&
      Math.abs(meanMiddle(other.suggested.keyframes) - middle) < ALIKE,
  )
}

function meanMiddle(keyframes: Keyframes): number {
  return keyframes.reduce((sum, { middle }) => sum + middle, 0) / Math.max(1, keyframes.length)
}

/** Shows a shot like another one. A shot that follows somebody keeps its own movement. */
export function shownLike(shot: PortraitShot, { mode, keyframes, halves, text }: PortraitShot): PortraitShot {
  const own = withMode(shot, mode)
  const held = keyframes.slice(0, 1).map(({ middle }) => ({ time: shot.start, middle }))
  return {
    ...own,
    keyframes: mode === 'hold' ? held : own.keyframes,
    halves: mode === 'split' ? halves : own.halves,
    text: text === null ? null : (shot.suggested.text ?? null),
  }
}

/** A shot as it was found. */
export function asFound(shot: PortraitShot): PortraitShot {
  return { ...shot, ...shot.suggested, isEdited: false }
}
