import { type Client, isSettled } from '../server/src/testing/client.ts'
import { until } from './measure.ts'

const POLL_MS = 10
const SETTLED_POLL_MS = 200

/** Addresses of the playlists and the segment that a player asks for first. */
export interface Seen {
  readonly multivariant: string
  readonly media: string
  readonly segment: string
}

/** Asks until there is something to watch, and for its first segment, as a player does. */
export async function watchFirst(multivariant: string): Promise<Seen> {
  const media = await until(POLL_MS, () => firstEntry(multivariant))
  const segment = await until(POLL_MS, () => firstEntry(media))
  const answer = await fetch(segment)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the first segment answered ${answer.status}`)
  return { multivariant, media, segment }
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
  const answer = await fetch(playlist)
  const text = await answer.text()
  const entry = text.split('\n').find((line) => line !== '' && !line.startsWith('#'))
  return answer.ok && entry !== undefined ? new URL(entry, playlist).href : null
}
