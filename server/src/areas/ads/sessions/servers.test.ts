import { expect, it } from 'vitest'
import { createBreaker } from '../vast/breaker.ts'
import type { Asked, RequestResult } from '../vast/requests.ts'
import { serversOf } from './ask-break.ts'

const ads = { breaker: createBreaker() } as Parameters<typeof serversOf>[0]
const viewing = { isTrial: false } as Parameters<typeof serversOf>[2]
const host = 'ads.example'
const tag = (path: string): Asked => ({ host, address: `http://${host}/${path}` })
const states = (id: string) => serversOf(ads, { id }, viewing)

/** Decides several times, each with one request. */
function decide(id: string, asked: Asked, result: RequestResult, times = 10): void {
  for (let n = 0; n < times; n++) states(id).record(asked, result)
}

it('an ad tag that fails stops only itself, and a host that fails stops all ad tags of the channel on it', () => {
  decide('b', tag('nothing-here'), 'address-failed')
  expect(states('b').isPaused(tag('nothing-here'))).toBe(true)
  expect(states('b').isPaused(tag('other'))).toBe(false)
  decide('b', tag('other'), 'host-failed')
  expect(states('b').isPaused(tag('third'))).toBe(true)
})

it('channels do not disturb each other', () => {
  decide('c', tag('same'), 'address-failed')
  decide('c', tag('same'), 'host-failed')
  expect([states('c').isPaused(tag('same')), states('g').isPaused(tag('same'))]).toEqual([true, false])
})

it('a wrong answer shows that the host works', () => {
  decide('d', tag('slow'), 'host-failed', 4)
  decide('d', tag('wrong'), 'address-failed', 1)
  decide('d', tag('slow'), 'host-failed', 4)
  expect(states('d').isPaused(tag('slow'))).toBe(false)
})
