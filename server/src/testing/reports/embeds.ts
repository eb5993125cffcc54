import type { CallOf, Embed, RequestOf } from '@kinora/contract'
import type { Client } from '../client.ts'
import { organizationOf } from './reports.ts'

type Body = RequestOf<CallOf<'createEmbed'>>['body']

const DAY_MS = 86_400_000

/** A correct body of an embedded report that expires in 30 days. */
export function embedBody(): Body {
  return {
    name: 'Gulf live',
    metrics: ['viewers', 'total-viewership', 'countries'],
    range: 'last-7-days',
    sites: ['news.example.com'],
    expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  }
}

export function newEmbed(owner: Client, change: Partial<Body> = {}): Promise<Embed> {
  return owner.call('createEmbed', { params: organizationOf(owner), body: { ...embedBody(), ...change } })
}

/** The secret in the address of an embed. */
export async function embedSecretOf(owner: Client, id: string): Promise<string> {
  const { url } = await owner.call('getEmbedCode', { params: { ...organizationOf(owner), id } })
  return new URL(url).hash.slice(1)
}
