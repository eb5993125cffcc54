import { describe, expect, it } from 'vitest'
import { withRequester } from './requester.ts'
import { inTurns, isInFurtherTurn } from './turns.ts'

/** A task that runs until it is ended. */
function heldTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}

/** Adds tasks that write their names when they start, and ends each at once. */
function recorder(inTurn: ReturnType<typeof inTurns>) {
  const started: string[] = []
  const add = (environmentId: string, address: string, name = `${environmentId}${address}`) =>
    withRequester({ environmentId, address, userAgent: null, isPerson: false }, () =>
      inTurn(async () => void started.push(name)),
    )
  return { started, add }
}

describe('turns', () => {
  it('alternate between environments, and within one between addresses', async () => {
    const inTurn = inTurns({ count: 1 })
    const { run, end } = heldTask()
    const held = inTurn(run)
    const { started, add } = recorder(inTurn)
    const all = [
      ...['1', '1', '1', '2'].map((address) => add('a', address)),
      ...['1', '2'].map((address) => add('b', address)),
    ]
    end()
    await Promise.all([held, ...all])
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a1', 'a1'])
  })

  it('leave a slot to others than the busiest environment', async () => {
    const inTurn = inTurns({ count: 2, ofOne: 1 })
    const { run, end } = heldTask()
    const held = inTurn(run, 'a')
    const { started, add } = recorder(inTurn)
    const second = add('a', '1')
    await add('b', '1')
    expect(started).toEqual(['b1'])
    end()
    await Promise.all([held, second])
    expect(started).toEqual(['b1', 'a1'])
  })

  it('say whether their environment has others', async () => {
    const inTurn = inTurns({ count: 2, ofOne: 1 })
    const { run, end } = heldTask()
    const held = inTurn(run, 'a')
    const ranks = ['a', 'a', 'b'].map((environment) => inTurn(async () => isInFurtherTurn(), environment))
    end()
    await held
    expect(await Promise.all(ranks)).toEqual([true, false, false])
    expect(isInFurtherTurn()).toBe(false)
  })

  it('say that an environment with fewer tasks has priority, also if it has several', async () => {
    const inTurn = inTurns({ count: 2, ofOne: 1 })
    const { run, end } = heldTask()
    const ranks: [string, boolean][] = []
    const add = (environment: string) =>
      inTurn(async () => void ranks.push([environment, isInFurtherTurn()]), environment)
    const held = inTurn(run, 'a')
    const many = Array.from({ length: 10 }, () => add('a'))
    await Promise.all(['b', 'b', 'b'].map(add))
    expect(ranks).toEqual(Array.from({ length: 3 }, () => ['b', false]))
    end()
    await Promise.all([held, ...many])
    expect(ranks[3]).toEqual(['a', true])
  })

  it('leave time to others between tasks of one environment', async () => {
    const inTurn = inTurns({ count: 1, rests: true })
    const { run, end } = heldTask()
    const held = inTurn(run, 'a')
    const { started, add } = recorder(inTurn)
    const second = add('a', '1')
    end()
    await held
    await add('b', '1')
    expect(started).toEqual(['b1'])
    await second
    expect(started).toEqual(['b1', 'a1'])
  })

  it('are refused to those who have most, if too many wait', async () => {
    const inTurn = inTurns({ count: 1, maxWaiting: 3 })
    const { run, end } = heldTask()
    const held = inTurn(run)
    const { started, add } = recorder(inTurn)
    const waiting = ['first', 'second', 'third'].map((name) => add('a', '1', name))
    const refused = expect(waiting[2]).rejects.toMatchObject({ id: 'unavailable' })
    const other = add('b', '1', 'other')
    await refused
    await expect(add('a', '1', 'fourth')).rejects.toMatchObject({ id: 'unavailable' })
    end()
    await Promise.all([held, waiting[0], waiting[1], other])
    expect(started).toEqual(['first', 'other', 'second'])
  })

  it('go on after a task that fails', async () => {
    const inTurn = inTurns({ count: 1 })
    const failing = inTurn(async () => {
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect(await inTurn(async () => 'next')).toBe('next')
  })
})
