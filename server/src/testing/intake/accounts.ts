import type { CallOf, CloudAccount, RequestOf } from '@kinora/contract'
import type { Client } from '../client.ts'

type Body = RequestOf<CallOf<'createCloudAccount'>>['body']

let names = 0

/** A correct body. Nobody listens at its address. */
export function accountBody(): Body {
  names += 1
  return {
    name: `Agency ${names}`,
    kind: 'sftp',
    settings: { host: '127.0.0.1', port: 1, user: 'kinora' },
    secrets: { password: 'correct horse' },
  }
}

export function newAccount(owner: Client, body: Body = accountBody()): Promise<CloudAccount> {
  return owner.call('createCloudAccount', { body })
}
