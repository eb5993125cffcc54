import { activityCalls } from '../../contract/src/index.ts'
import { type Client, isSettled } from '../../server/src/testing/client.ts'
import { until } from './measure.ts'

const POLL_MS = 10

/** Asks until there is something to watch, and for its first segment, as a player does. */
export async function watchFirst(multivariant: string): Promise<void> {
  const media = await until(POLL_MS, () => firstEntry(multivariant))
  const segment = await until(POLL_MS, () => firstEntry(media))
  const answer = await fetch(segment)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the first segment answered ${answer.status}`)
}

/**
 * Follows what happens, as the console does, until every rendition has its end: asking again and again would take from
 * the encoder what it is measured by.
 */
export async function whenSettled(owner: Client, id: string): Promise<void> {
  const stop = new AbortController()
  const events = eventsAbout(id, await openEvents(owner, stop.signal))
  const ask = () => owner.call('getContent', { params: { id } })
  let content = await ask()
  while (!isSettled(content)) {
    await events.next()
    content = await ask()
  }
  stop.abort()
  if (content.status === 'failed') throw new Error(`the video failed: ${JSON.stringify(content.error)}`)
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

async function openEvents(owner: Client, signal: AbortSignal): Promise<Bytes> {
  const headers = { authorization: `Bearer ${owner.token}`, 'environment-id': owner.environmentId ?? '' }
  const { body } = await fetch(new URL(activityCalls.streamEvents.path, owner.url), { headers, signal })
  if (body === null) throw new Error('there is no stream of events')
  return body
}

async function* eventsAbout(id: string, stream: Bytes): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks.filter((block) => block.includes('video.asset.') && block.includes(id))
  }
}

async function firstEntry(playlist: string): Promise<string | null> {
  return (await entriesOf(playlist))[0] ?? null
}

/** The addresses that a playlist names, in order; none while it is not there. */
export async function entriesOf(playlist: string): Promise<string[]> {
  const answer = await fetch(playlist)
  const text = await answer.text()
  if (!answer.ok) return []
  const entries = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return entries.map((entry) => new URL(entry, playlist).href)
}
