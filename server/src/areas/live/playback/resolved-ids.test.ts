import { expect, it } from 'vitest'
import { createResolvedIds } from './resolved-ids.ts'

it('keeps the most recently resolved streams', () => {
  const resolved = createResolvedIds(2)
  for (const [stream, id] of [
    ['a', 'a1'],
    ['b', 'b1'],
    ['a', 'a2'],
    ['c', 'c1'],
  ] as const)
    resolved.add(stream, id)
  expect(['a', 'b', 'c'].map((stream) => [...resolved.of(stream)])).toEqual([['a1', 'a2'], [], ['c1']])
})
