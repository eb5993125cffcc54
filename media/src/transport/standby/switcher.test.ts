import { expect, it } from 'vitest'
import { createSwitcher, type StreamSource, type SwitchRules } from './switcher.ts'

/** Follows a switcher each 100 ms. @param own when the input itself is received @param backup when the backup has a stream */
function follow(
  rules: Partial<SwitchRules>,
  own: (ms: number) => boolean,
  {
    backup = () => true,
    orders = {},
  }: { backup?: (ms: number) => boolean; orders?: Record<number, StreamSource> } = {},
) {
  const switcher = createSwitcher(() => ({ holdMs: 500, returns: 'at-once', returnMs: 3000, ...rules }), 0)
  const seen: [ms: number, source: StreamSource, reason: string][] = []
  let current: StreamSource = 'own'
  for (let ms = 0; ms <= 20_000; ms += 100) {
    if (own(ms)) switcher.received(ms)
    const order = orders[ms]
    if (order !== undefined) switcher.choose(order)
    const wish = switcher.wish(current, backup(ms), ms)
    if (wish === null) continue
    switcher.switched(wish)
    current = wish.source
    seen.push([ms, wish.source, wish.reason])
  }
  return seen
}

const isOut = (ms: number) => ms < 5000 || ms >= 8000

it('takes the backup after the silence, and returns by the rule', () => {
  expect(follow({}, isOut)).toEqual([
    [5400, 'backup', 'lost'],
    [8000, 'own', 'returned'],
  ])
  expect(follow({ returns: 'after-hold' }, isOut)).toEqual([
    [5400, 'backup', 'lost'],
    [11_000, 'own', 'returned'],
  ])
  expect(follow({ returns: 'by-hand' }, isOut)).toEqual([[5400, 'backup', 'lost']])
})

it('measures the time before a return from the last silence on', () => {
  const flaps = (ms: number) => isOut(ms) && !(ms >= 9000 && ms < 9600)
  expect(follow({ returns: 'after-hold' }, flaps)).toEqual([
    [5400, 'backup', 'lost'],
    [12_600, 'own', 'returned'],
  ])
})

it('stays where it is if the other has nothing, and leaves a backup that ends', () => {
  expect(follow({}, isOut, { backup: () => false })).toEqual([])
  expect(follow({ returns: 'by-hand' }, isOut, { backup: (ms) => ms < 10_000 })).toEqual([
    [5400, 'backup', 'lost'],
    [10_000, 'own', 'backup-lost'],
  ])
})

it('does what a person wants, and keeps a backup that a person chose', () => {
  expect(follow({}, () => true, { orders: { 3000: 'backup', 9000: 'own' } })).toEqual([
    [3000, 'backup', 'by-hand'],
    [9000, 'own', 'by-hand'],
  ])
  expect(follow({ returns: 'by-hand' }, isOut, { orders: { 12000: 'own' } })).toEqual([
    [5400, 'backup', 'lost'],
    [12_000, 'own', 'by-hand'],
  ])
})

it('waits for a stream that never came', () => {
  expect(follow({}, () => false)).toEqual([[10_500, 'backup', 'lost']])
})
