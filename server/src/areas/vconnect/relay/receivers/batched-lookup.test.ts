import { expect, it } from 'vitest'
import { batchLookups } from './batched-lookup.ts'

const stream = (id: string) => ({ id, environmentId: 'environment' })

it('answers all who ask at about the same time with one query', async () => {
  const asked: string[][] = []
  const find = batchLookups(async (streams) => {
    asked.push(streams.map(({ id }) => id))
    return new Map([['a', 'http://node']])
  })
  expect(await Promise.all([find(stream('a')), find(stream('b'))])).toEqual(['http://node', null])
  expect(await find(stream('a'))).toBe('http://node')
  expect(asked).toEqual([['a', 'b'], ['a']])
})

it('rejects if the query fails, and asks again', async () => {
  let isAway = true
  const find = batchLookups(async () => {
    if (isAway) throw new Error('away')
    return new Map([['a', 'http://node']])
  })
  await expect(Promise.all([find(stream('a')), find(stream('b'))])).rejects.toThrow('away')
  isAway = false
  expect(await find(stream('a'))).toBe('http://node')
})
