import type { ViewEventType } from '@kinora/contract'
import type { CountedType } from './early-events.ts'
import type { Activity } from './view-totals.ts'

interface Element {
  readonly paused: boolean
  readonly ended: boolean
  readonly seeking: boolean
}

interface Step {
  readonly activity: Activity
  readonly report: ViewEventType | null
}

/** The activity of a view after an event of its element, and what to report. Null if nothing changes. */
export function nextActivity(
  before: Activity,
  hasStarted: boolean,
  type: CountedType,
  { paused, ended, seeking }: Element,
): Step | null {
  const isIdle = before === 'paused' || before === 'failed'
  const step = (activity: Activity, report: ViewEventType | null): Step | null =>
    activity === before ? null : { activity, report }
  switch (type) {
    case 'play':
      // Waiting for the data of a seek is no stall, whenever the viewer sought.
      return isIdle ? step(hasStarted ? (seeking ? 'seeking' : 'playing') : 'loading', 'play') : null
    case 'playing':
      return step('playing', hasStarted ? (before === 'stalled' ? 'resume' : null) : 'first-frame')
    case 'waiting':
      return before === 'playing' ? step('stalled', 'stall') : null
    case 'seeking':
      return before === 'playing' || before === 'stalled' ? step('seeking', 'seek') : null
    case 'seeked':
      return before === 'seeking' ? step(paused ? 'paused' : 'playing', null) : null
    case 'pause':
      return ended || before === 'failed' ? null : step('paused', 'pause')
    case 'canplaythrough':
      // The browser has blocked autoplay.
      return before === 'loading' && paused ? step('paused', 'pause') : null
    case 'kinorafault':
      return step('failed', 'error')
    default:
      return null
  }
}
