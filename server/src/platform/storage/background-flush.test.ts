import { expect, it } from 'vitest'
import { backgroundFlush } from './background-flush.ts'

/** A disk whose flushes end on request. */
function slowDisk() {
  const flushed: string[][] = []
  let end = Promise.withResolvers<void>()
  return {
    flushed,
    flush: async (_folder: string, ids: readonly string[]) => {
      flushed.push([...ids])
      await end.promise
    },
    async endFlush(error?: Error) {
      const ending = end
      end = Promise.withResolvers()
      if (error) ending.reject(error)
      else ending.resolve()
      await new Promise(setImmediate)
    },
  }
}

it('flushes one at a time, and combines all later parts in the next flush', async () => {
  const disk = slowDisk()
  const background = backgroundFlush(disk.flush)
  for (const id of ['a', 'b', 'c']) await background.schedule('one', id)
  await background.schedule('other', 'x')
  expect(disk.flushed).toEqual([['a'], ['x']])
  await disk.endFlush()
  expect(disk.flushed).toEqual([['a'], ['x'], ['b', 'c']])
  const ended = background.ended('one')
  await disk.endFlush()
  await ended
})

it('continues after a failed flush', async () => {
  const disk = slowDisk()
  const background = backgroundFlush(disk.flush)
  await background.schedule('one', 'a')
  await background.schedule('one', 'b')
  await disk.endFlush(new Error('broken'))
  expect(disk.flushed).toEqual([['a'], ['b']])
  await disk.endFlush()
  await background.ended('one')
  await background.schedule('one', 'c')
  expect(disk.flushed).toEqual([['a'], ['b'], ['c']])
})

it('delays writers that are faster than the disk', async () => {
  const disk = slowDisk()
  const background = backgroundFlush(disk.flush)
  for (let n = 0; n < 9; n++) await background.schedule('one', `${n}`)
  let answered = false
  const held = background.schedule('one', 'too many').then(() => {
    answered = true
  })
  await new Promise(setImmediate)
  expect(answered).toBe(false)
  await disk.endFlush()
  await held
  expect(disk.flushed[1]).toHaveLength(9)
})
