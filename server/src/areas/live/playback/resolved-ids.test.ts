import { expect, it } from 'vitest'
import { createResolvedIds } from './resolved-ids.ts'

it('knows the IDs of the streams that were asked for last', () => {
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
