import type { MonitorEventType } from '@kinora/contract'
import { expect, it } from 'vitest'
import { gapsOf } from './gaps'

const at = (minute: number, type: MonitorEventType) => ({
  at: `2026-11-23T12:${String(minute).padStart(2, '0')}:00Z`,
  type,
  detail: '',
})

it('finds the periods in which viewers did not see the encoder', () => {
  const oldestFirst = [
    at(1, 'recovered'),
    at(2, 'slate'),
    at(3, 'disconnected'),
    at(4, 'slate'),
    at(5, 'connected'),
    at(6, 'recovered'),
    at(10, 'slate'),
    at(11, 'ended'),
    at(20, 'slate'),
  ]
  expect(gapsOf(oldestFirst.toReversed())).toEqual([
    { from: at(2, 'slate').at, to: at(6, 'slate').at },
    { from: at(10, 'slate').at, to: at(11, 'slate').at },
    { from: at(20, 'slate').at, to: null },
  ])
})
