import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sendByHost } from './send-by-host.ts'

const { signal } = new AbortController()
const hostOf = (request: string) => request.split('/')[0] ?? ''

/** Requests that are due, and sent ones in order. Requests to `hung` take until `release`. */
function queue(due: string[], batch = 3) {
  const sent: string[] = []
  const { promise: hung, resolve: release } = Promise.withResolvers<void>()
  const busy = new Set<string>()
  const sending = {
    hostOf,
    busy,
    signal,
    async claim(excluded: readonly string[]) {
      const some = due.filter((each) => !excluded.includes(hostOf(each))).slice(0, batch)
      for (const each of some) due.splice(due.indexOf(each), 1)
      return some
    },
    async send(host: string, requests: readonly string[]) {
      if (host === 'hung') await hung
      if (host === 'broken') throw new Error('no database')
      sent.push(...requests)
    },
  }
  return { due, sent, release, sending }
}

describe('tracking requests', () => {
  it('to a host that does not answer delay no other, also later ones', async () => {
    const { due, sent, release, sending } = queue([
      'hung/1',
      'hung/2',
      'hung/3',
      'hung/4',
      'good/1',
      'fine/1',
    ])
    const done = sendByHost(sending)
    await pause(20)
    expect(sent).toEqual(['good/1', 'fine/1'])
    due.push('good/2', 'hung/5')
    await expect.poll(() => sent).toEqual(['good/1', 'fine/1', 'good/2'])
    // Another job does not wait for the host either.
    due.push('good/3')
    await sendByHost(sending)
    expect(sent).toContain('good/3')
    release()
    await done
    expect([due, sent.toSorted()]).toEqual([
      [],
      ['fine/1', 'good/1', 'good/2', 'good/3', 'hung/1', 'hung/2', 'hung/3', 'hung/4', 'hung/5'],
    ])
  })

  it('fail the job if their results cannot be stored', async () => {
    const { sending } = queue(['broken/1', 'good/1'])
    await expect(sendByHost(sending)).rejects.toThrow('no database')
    expect(sending.busy.size).toBe(0)
  })
})
