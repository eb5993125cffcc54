import { type Client, isSettled } from '../server/src/testing/client.ts'
import { until } from './measure.ts'

const POLL_MS = 10
/** Seldom, since asking takes from the encoder what it is measured by. */
const SETTLED_POLL_MS = 500

/** Asks until there is something to watch, and for its first segment, as a player does. */
export async function watchFirst(multivariant: string): Promise<void> {
  const media = await until(POLL_MS, () => firstEntry(multivariant))
  const segment = await until(POLL_MS, () => firstEntry(media))
  const answer = await fetch(segment)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the first segment answered ${answer.status}`)
}

/** Asks until every rendition has its end. */
export async function whenSettled(owner: Client, id: string): Promise<void> {
  const content = await until(SETTLED_POLL_MS, async () => {
    const now = await owner.call('getContent', { params: { id } })
    return isSettled(now) ? now : null
  })
  if (content.status === 'failed') throw new Error(`the video failed: ${JSON.stringify(content.error)}`)
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
