import { expect, it } from 'vitest'
import type { CountedType } from './early-events.ts'
import { nextActivity } from './next-activity.ts'
import type { Activity } from './view-totals.ts'

const plain = { paused: false, ended: false, seeking: false }

/** The reports of a view after `start`, for events of its element. */
function reportsOf(events: readonly [CountedType, Partial<typeof plain>?][]): string[] {
  let activity: Activity = 'loading'
  let hasStarted = false
  return events.flatMap(([type, state]) => {
    const step = nextActivity(activity, hasStarted, type, { ...plain, ...state })
    if (step === null) return []
    activity = step.activity
    hasStarted ||= activity === 'playing'
    return [`${step.report ?? '-'} ${activity}`]
  })
}

it('counts a seek while paused as a seek after the next play, and not as a stall', () => {
  const seeking = { seeking: true }
  expect(
    reportsOf([
      ['playing'],
      ['pause'],
      ['seeking', { ...seeking, paused: true }],
      ['play', seeking],
      ['waiting', seeking],
      ['seeked'],
      ['playing'],
    ]),
  ).toEqual(['first-frame playing', 'pause paused', 'play seeking', '- playing'])
})

it('stops counting a viewer who pauses while loading', () => {
  expect(reportsOf([['pause'], ['canplaythrough', { paused: true }], ['play'], ['playing']])).toEqual([
    'pause paused',
    'play loading',
    'first-frame playing',
  ])
})

it('counts retries before the first picture as attempts of one view', () => {
  expect(reportsOf([['kinorafault'], ['pause'], ['play'], ['kinorafault'], ['play'], ['playing']])).toEqual([
    'error failed',
    'play loading',
    'error failed',
    'play loading',
    'first-frame playing',
  ])
})

it('pauses a view whose autoplay the browser blocks', () => {
  expect(reportsOf([['canplaythrough', { paused: true }]])).toEqual(['pause paused'])
  expect(reportsOf([['canplaythrough']])).toEqual([])
})
