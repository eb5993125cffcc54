import type { CallOf, Livestream, RequestOf } from '@kinora/contract'
import type { Client } from './client.ts'

type StreamBody = Partial<RequestOf<CallOf<'createLivestream'>>['body']>

let streams = 0

export function newStream(owner: Client, body: StreamBody = {}): Promise<Livestream> {
  streams += 1
  return owner.call('createLivestream', { body: { name: `Stream ${streams}`, ...body } })
}

/** The ID of a stream of the environment, which is created if there is none. */
export async function someStream(owner: Client): Promise<string> {
  const { items } = await owner.call('listLivestreams', { query: { pageSize: 1, sort: 'createdAt' } })
  return items[0]?.id ?? (await newStream(owner)).id
}

/** The IDs of a new custom playback and of its stream. */
export async function newCustomPlayback(owner: Client): Promise<{ id: string; customPlaybackId: string }> {
  const { id } = await newStream(owner)
  const body = { name: 'Partner' }
  const { id: customPlaybackId } = await owner.call('createCustomPlayback', { params: { id }, body })
  return { id, customPlaybackId }
}
