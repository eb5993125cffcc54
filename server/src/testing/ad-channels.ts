import type { Tenant } from '../contract/test-case.ts'
import type { Client } from './client.ts'

type Owner = Pick<Tenant, 'owner' | 'content'>

const channels = new WeakMap<Client, Promise<string>>()

/** A channel of the tenant's video without ad tags, created on the first call. */
export function someAdChannel(tenant: Owner): Promise<string> {
  const known = channels.get(tenant.owner) ?? newAdChannel(tenant)
  channels.set(tenant.owner, known)
  return known
}

export async function newAdChannel({ owner, content }: Owner): Promise<string> {
  const { id } = await owner.call('createAdChannel', { body: { name: 'Evening', streamId: content.id } })
  return id
}

/** A break in another video of the tenant. */
export async function newAdBreak({ owner, video }: Pick<Tenant, 'owner' | 'video'>) {
  const id = await video()
  const { id: breakId } = await owner.call('createAdBreak', { params: { id }, body: { at: 1 } })
  return { id, breakId }
}

/** A channel that somebody has watched, with the session. */
export async function watchedChannel({ owner, content }: Owner) {
  const body = { name: 'Morning', streamId: content.id }
  const { id, finalUrl } = await owner.call('createAdChannel', { body })
  await (await fetch(finalUrl)).text()
  const { items } = await owner.call('listAdSessions', { params: { id }, query: {} })
  return { id, sessionId: items[0]?.id ?? '' }
}

/** A session of a channel, as its path names it. */
export async function viewedSession(tenant: Owner) {
  const id = await newAdChannel(tenant)
  const { playbackId, finalUrl } = await tenant.owner.call('getAdChannel', { params: { id } })
  const [, session = ''] = /\/s\/([^/]+)\//.exec(await (await fetch(finalUrl)).text()) ?? []
  return { playbackId, session }
}
