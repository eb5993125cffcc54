import { describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import type { Postgres } from '../postgres/index.ts'
import { DiskFull, StartupFailure } from '../startup-failure.ts'
import { isLackOfSpace, keepUp } from './embedded-database.ts'

const quickly = { restartMs: 1, longestMs: 4 }
const noSpace = 'PostgreSQL ended unexpectedly (exit code 1): PANIC: could not write: No space left on device'

/** A PostgreSQL whose starts succeed or fail as planned, and that ends on request. */
function fakeStarter(plan: (tries: number) => Error | null) {
  let tries = 0
  let end: (reason: string) => void = () => undefined
  const start = async (): Promise<Postgres> => {
    tries += 1
    const failure = plan(tries)
    if (failure !== null) throw failure
    const onExit = (callback: (reason: string) => void) => {
      end = callback
    }
    return { url: `postgres://started/${tries}`, pid: 1, stop: async () => undefined, onExit }
  }
  return { start, tries: () => tries, end: (reason: string) => end(reason) }
}

function hearing() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  let gaveUp = false
  const giveUp = () => {
    gaveUp = true
  }
  const said = (words: string) => lines.filter((line) => line.includes(words)).length
  return { log, giveUp, gaveUp: () => gaveUp, said }
}

describe('PostgreSQL that ends unexpectedly', () => {
  it('is restarted on a full disk without limit, with one log line', async () => {
    const full = new DiskFull('The disk of data is full: 12 MB free, 200 MB needed to start.')
    const postgres = fakeStarter((tries) => (tries > 1 && tries < 40 ? full : null))
    const { log, giveUp, gaveUp, said } = hearing()
    const source = await keepUp(postgres.start, log, giveUp, quickly)
    postgres.end(noSpace)
    await expect.poll(() => source.url).toBe('postgres://started/40')
    expect(gaveUp()).toBe(false)
    expect(said('waiting for free space')).toBe(1)
    expect(said('could not be restarted')).toBe(0)
    await source.stop()
  })

  it('is abandoned after too many other failures', async () => {
    const postgres = fakeStarter((tries) => (tries > 1 ? new StartupFailure('It is broken.') : null))
    const { log, giveUp, gaveUp } = hearing()
    const source = await keepUp(postgres.start, log, giveUp, quickly)
    postgres.end('PostgreSQL ended unexpectedly (signal SIGSEGV): it said nothing')
    await expect.poll(gaveUp).toBe(true)
    expect(postgres.tries()).toBe(13)
    await source.stop()
  })

  it('does not keep the program running while it waits', async () => {
    const postgres = fakeStarter(() => null)
    const { log, giveUp } = hearing()
    const source = await keepUp(postgres.start, log, giveUp, { restartMs: 3600_000, longestMs: 3600_000 })
    postgres.end(noSpace)
    await source.stop()
    expect(postgres.tries()).toBe(1)
  })
})

it.each([
  [noSpace, true],
  [new DiskFull('The disk of data is full.'), true],
  [new Error('ENOSPC: no space left on device, write'), true],
  [new StartupFailure('PostgreSQL was not ready after 300 s: '), false],
  ['PostgreSQL ended unexpectedly (signal SIGKILL): it said nothing', false],
])('detects a full disk (%s): %s', (reason, expected) => {
  expect(isLackOfSpace(reason)).toBe(expected)
})
