import { expect, it } from 'vitest'
import { together } from './together.ts'

it('batches entries that arrive during a write, and rejects only those of a failed write', async () => {
  const written: (readonly number[])[] = []
  const add = together<number>(async (items) => {
    written.push(items)
    if (items.includes(2)) throw new Error('no')
  })
  const first = add(1)
  await first
  const second = [add(2), add(3)]
  const third = second[0]?.catch(() => add(4))
  await expect(Promise.allSettled(second)).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  await third
  expect(written).toEqual([[1], [2, 3], [4]])
})
