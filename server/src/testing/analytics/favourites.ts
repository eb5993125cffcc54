import { randomUUID } from 'node:crypto'
import type { CallOf, FavouriteFilter, RequestOf } from '@kinora/contract'
import type { Client } from '../client.ts'

type Body = RequestOf<CallOf<'createFavouriteFilter'>>['body']

/** The body of a favorite with default values. */
export function favouriteOf(change: Partial<Body> = {}): Body {
  return {
    name: `Favorite ${randomUUID()}`,
    filters: { country: ['IN', 'AE'], partner: ['Tara'] },
    splitBy: 'deviceType',
    groupBy: 'country',
    range: 'last-30-days',
    ...change,
  }
}

export function newFavourite(who: Client, change: Partial<Body> = {}): Promise<FavouriteFilter> {
  return who.call('createFavouriteFilter', { body: favouriteOf(change) })
}
