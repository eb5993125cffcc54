import type { Range } from './range'

/** The visible part of a timeline. */
export interface View extends Range {
  /** Duration of the whole video, in seconds. */
  readonly duration: number
}

export function wholeView(duration: number): View {
  return { start: 0, end: duration, duration }
}

/** Position of a time, from 0 at the left edge to 1 at the right; outside of this for times that are not visible. */
export function positionIn({ start, end }: View, seconds: number): number {
  return (seconds - start) / (end - start)
}

/** The CSS position of a time, within the edges. */
export function leftIn(view: View, seconds: number): string {
  return `${(Math.min(1, Math.max(0, positionIn(view, seconds))) * 100).toFixed(4)}%`
}

/** A view of `length` seconds from `start`, as far as the video goes. */
export function viewFrom(start: number, length: number, duration: number): View {
  const whole = Math.min(length, duration)
  const from = Math.max(0, Math.min(start, duration - whole))
  return { start: from, end: from + whole, duration }
}

export function moveView({ start, end, duration }: View, seconds: number): View {
  return viewFrom(start + seconds, end - start, duration)
}

/** Changes the length, and keeps a visible time where it is. Other times come to the middle. */
export function zoomView(view: View, length: number, around: number): View {
  const position = positionIn(view, around)
  const kept = position >= 0 && position <= 1 ? position : 0.5
  return viewFrom(around - Math.min(length, view.duration) * kept, length, view.duration)
}

/** Position that a time gets when the view has to follow it. */
const lead = 0.2
/** So close to an edge, a time counts as not visible, except at the ends of the video. */
const margin = 0.04

/** Moves the view only if the time is not visible. */
export function followIn(view: View, seconds: number): View {
  const { start, end, duration } = view
  const length = end - start
  const isLeft = start > 0 && seconds < start + length * margin
  const isRight = end < duration && seconds > end - length * margin
  return isLeft || isRight ? viewFrom(seconds - length * lead, length, duration) : view
}
