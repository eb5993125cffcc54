import { expect, it } from 'vitest'
import { bodyOf, typedAccount, withChange } from './typed-account'

const start = {
  ...typedAccount(null),
  kind: 'sftp',
  name: 'Agency',
  host: 'files.example.com',
  port: '22',
  hostKey: `SHA256:${'a'.repeat(43)}`,
} as const

it('sends the fingerprint only if it has changed', () => {
  expect(bodyOf({ ...start, name: 'Other' }, start)).not.toHaveProperty('hostKey')
  expect(bodyOf({ ...start, hostKey: '' }, start)).toMatchObject({ hostKey: null })
})

it('has no fingerprint of another server, and that of the first one again', () => {
  const moved = withChange(start, { host: 'other.example.com' }, start)
  expect(moved.hostKey).toBe('')
  expect(withChange(moved, { host: start.host }, start).hostKey).toBe(start.hostKey)
  const entered = withChange(moved, { hostKey: `SHA256:${'b'.repeat(43)}` }, start)
  expect(withChange(entered, { port: '2222' }, start).hostKey).toBe(entered.hostKey)
})
