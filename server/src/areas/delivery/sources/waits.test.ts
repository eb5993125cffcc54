import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { openWaits } from './waits.ts'

/** The response to a request that hangs until `leave`. */
async function openResponse() {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => resolve(response)).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const gone = new AbortController()
  const { port } = server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}`, { signal: gone.signal }).catch(() => undefined)
  const leave = async () => {
    gone.abort()
    await answer
    server.close()
  }
  return { response: await promise, leave }
}

it('wakes requests that wait for a playback, and remembers announcements between two waits', async () => {
  const { response, leave } = await openResponse()
  const waits = openWaits()
  using wait = waits.open('a')
  const waiting = wait?.next(60_000, response)
  waits.wake('b')
  waits.wake('a')
  expect(await waiting).toBe(true)
  waits.wake(null)
  expect(await wait?.next(60_000, response)).toBe(true)
  expect(await wait?.next(10, response)).toBe(false)
  await leave()
})

it('ends when the viewer disconnects', async () => {
  const { response, leave } = await openResponse()
  using wait = openWaits().open('a')
  const waiting = wait?.next(60_000, response)
  await leave()
  expect(await waiting).toBe(false)
  expect(await wait?.next(60_000, response)).toBe(false)
})

it('limits the number of waits', () => {
  const waits = openWaits(2)
  const [one, two] = [waits.open('a'), waits.open('b')]
  expect(waits.open('a')).toBeNull()
  one?.[Symbol.dispose]()
  one?.[Symbol.dispose]()
  expect([waits.open('a'), waits.open('a')]).toEqual([expect.anything(), null])
  two?.[Symbol.dispose]()
})
