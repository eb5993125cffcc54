import { randomUUID } from 'node:crypto'
import type { CallOf, RequestOf, SavedView } from '@kinora/contract'
import type { Client } from './client.ts'

type Body = RequestOf<CallOf<'createSavedView'>>['body']

/** A view of the video list. Tests change what they need. */
export function aView(change: Partial<Body> = {}): Body {
  return {
    list: 'videos',
    name: `View ${randomUUID()}`,
    search: { q: 'goal', status: ['ready'], sort: '-title' },
    ...change,
  }
}

export function newView(who: Client, change: Partial<Body> = {}): Promise<SavedView> {
  return who.call('createSavedView', { body: aView(change) })
}

/** A view of the person, created if there is none. */
export async function someView(who: Client): Promise<SavedView> {
  const { items } = await who.call('listSavedViews', { query: { list: 'videos' } })
  return items.find(({ isMine }) => isMine) ?? newView(who)
}
