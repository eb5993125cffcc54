import { expect, it } from 'vitest'
import { accountPlace } from './cloud-accounts.ts'

const isHost = (host: string) =>
  accountPlace.safeParse({ kind: 'sftp', settings: { host, user: 'kinora' } }).success

it('accepts names and addresses as hosts', () => {
  for (const host of ['files.example.com', 'nas', '10.0.0.7', '::1', '2001:db8::7', '::ffff:10.0.0.7'])
    expect([host, isHost(host)]).toEqual([host, true])
})

it('refuses hosts that cannot be connected to', () => {
  for (const host of ['', ':', '1:2', '1::2::3', '[::1]', 'a:22', 'a b', 'https://a'])
    expect([host, isHost(host)]).toEqual([host, false])
})
