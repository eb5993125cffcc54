import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Client } from './client.ts'

/** A message of the stream of events. */
interface Message {
  readonly id: string
  readonly name: string
  readonly data: { type?: string; object?: { id: string }; contentId?: string; environmentId?: string }
}

/** Connects like the console: fetch with a bearer token. */
export async function listen(who: Client, lastEventId?: string) {
  const stop = new AbortController()
  const response = await fetch(new URL('/data/api/v1/events/stream', who.url), {
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${who.token}`,
      'environment-id': who.environmentId ?? '',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  const messages: Message[] = []
  const reading = read(response, messages).catch(() => undefined)
  return {
    messages,
    events: () => messages.filter(({ name }) => name === 'event'),
    async close() {
      stop.abort()
      await reading
    },
  }
}

async function read(response: Response, messages: Message[]): Promise<void> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s).slice(0, 2)),
      )
      text = text.slice(end + 2)
      if (block.event) messages.push({ id: block.id ?? '', name: block.event, data: JSON.parse(block.data) })
    }
  }
}

/** Waits up to thirty seconds. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let n = 0; n < 1200 && !isTrue(); n++) await pause(25)
  expect(isTrue()).toBe(true)
}
