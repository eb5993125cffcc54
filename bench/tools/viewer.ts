import { activityCalls } from '../../contract/src/index.ts'
import { type Client, isSettled } from '../../server/src/testing/client.ts'
import { until } from './measure.ts'

const POLL_MS = 10

/** Polls until playback is possible and requests the first segment, like a player. */
export async function watchFirst(multivariant: string): Promise<void> {
  const media = await until(POLL_MS, () => firstEntry(multivariant))
  const segment = await until(POLL_MS, () => firstEntry(media))
  const answer = await fetch(segment)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the first segment answered ${answer.status}`)
}

/** Follows the event stream, like the console, until all renditions are complete. Polling would slow down the
 * encoder. */
export async function whenSettled(owner: Client, id: string): Promise<void> {
  const stop = new AbortController()
  const events = eventsAbout(id, await openEvents(owner, stop.signal))
  const ask = () => owner.call('getContent', { params: { id } })
  let content = await ask()
  while (!isSettled(content)) {
    if ((await events.next()).done) throw new Error('the event stream ended')
    content = await ask()
  }
  stop.abort()
  if (content.status === 'failed') throw new Error(`the video failed: ${JSON.stringify(content.error)}`)
}

/** Piped at once: Node cancels a body that nobody reads when its response is collected as garbage. */
async function openEvents(owner: Client, signal: AbortSignal): Promise<ReadableStream<string>> {
  const headers = { authorization: `Bearer ${owner.token}`, 'environment-id': owner.environmentId ?? '' }
  const { body } = await fetch(new URL(activityCalls.streamEvents.path, owner.url), { headers, signal })
  if (body === null) throw new Error('there is no event stream')
  return body.pipeThrough(new TextDecoderStream())
}

async function* eventsAbout(id: string, stream: ReadableStream<string>): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of stream) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks.filter((block) => block.includes('video.asset.') && block.includes(id))
  }
}

async function firstEntry(playlist: string): Promise<string | null> {
  return (await entriesOf(playlist))[0] ?? null
}

/** The URLs in a playlist, in order; none if the playlist does not exist yet. */
export async function entriesOf(playlist: string): Promise<string[]> {
  const answer = await fetch(playlist)
  const text = await answer.text()
  if (!answer.ok) return []
  const entries = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return entries.map((entry) => new URL(entry, playlist).href)
}
