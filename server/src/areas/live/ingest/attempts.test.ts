import { expect, it } from 'vitest'
import { type Attempts, countAttempts } from '../../../platform/transport/attempts.ts'
import { movableClock } from '../../../testing/clock.ts'

const RIGHT = 'right'
const ADDRESS = '192.0.2.1'

/** Checks secrets and counts the lookups. */
function checker(attempts: Attempts) {
  let lookups = 0
  let running = 0
  let most = 0
  return {
    lookups: () => lookups,
    most: () => most,
    check: (secret: string, address = ADDRESS) =>
      attempts.check(address, secret, async () => {
        lookups += 1
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        return secret === RIGHT ? 'stream' : null
      }),
  }
}

const guesses = (count: number) => Array.from({ length: count }, (_, n) => `guess ${n}`)

it('says when an address guesses stream keys, for a minute, and of no other', async () => {
  const clock = movableClock()
  const { check } = checker(countAttempts(clock))
  for (const guess of guesses(10)) expect(await check(guess)).toEqual({ isRight: false, isBlocked: false })
  expect(await check('more')).toEqual({ isRight: false, isBlocked: true })
  expect(await check('more', '192.0.2.2')).toEqual({ isRight: false, isBlocked: false })
  clock.advance(61)
  expect(await check('more')).toEqual({ isRight: false, isBlocked: false })
})

it('finds a right key, whatever wrong ones the address has sent', async () => {
  const { check } = checker(countAttempts(movableClock()))
  for (const guess of guesses(30)) await check(guess)
  expect(await check(RIGHT)).toEqual({ isRight: true, found: 'stream' })
})

it('looks up the repeated wrong key of an encoder once', async () => {
  const { check, lookups } = checker(countAttempts(movableClock()))
  for (let n = 0; n < 30; n++) await check('typing error')
  expect(lookups()).toBe(1)
  expect(await check('typing error')).toEqual({ isRight: false, isBlocked: true })
})

it('checks the keys of an address that guesses one at a time', async () => {
  const { check, most } = checker(countAttempts(movableClock()))
  for (const guess of guesses(10)) await check(guess)
  const results = await Promise.all([...guesses(50).map((guess) => check(`${guess} again`)), check(RIGHT)])
  expect(most()).toBe(1)
  expect(results.at(-1)).toEqual({ isRight: true, found: 'stream' })
})

it('goes on after a check that failed', async () => {
  const attempts = countAttempts(movableClock())
  const { check } = checker(attempts)
  for (const guess of guesses(10)) await check(guess)
  const broken = attempts.check(ADDRESS, 'x', () => Promise.reject(new Error('no database')))
  const next = check(RIGHT)
  await expect(broken).rejects.toThrow('no database')
  expect(await next).toEqual({ isRight: true, found: 'stream' })
})

it('remembers a limited number of addresses', async () => {
  const { check } = checker(countAttempts(movableClock()))
  for (const guess of guesses(10)) await check(guess)
  for (let n = 0; n < 10_000; n++) await check('wrong', `2001:db8::${n}`)
  expect(await check('more')).toEqual({ isRight: false, isBlocked: false })
})
