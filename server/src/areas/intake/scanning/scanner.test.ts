import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startListener } from '../../../testing/intake/servers/listener.ts'
import { testPassword } from '../../../testing/intake/servers/servers.ts'
import { newAccountFolder } from '../../../testing/intake/watched.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'

let web: TestKinora
let owner: Client

beforeAll(async () => {
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  owner = await newOwner(web.url)
})
afterAll(() => web.stop())

it('stops in the middle of a list, which is no fault of the folder or its account', async () => {
  const asked = Promise.withResolvers<void>()
  // Never answers.
  const silent = await startListener(() => asked.resolve())
  const settings = { url: `http://127.0.0.1:${silent.port}/dav`, user: 'kinora' }
  const account = { name: 'Silent', kind: 'webdav', settings, secrets: { password: testPassword } } as const
  const { id, accountId } = await newAccountFolder(owner, { account }, {})
  const worker = await startTestKinora({ env: { ROLES: 'worker' }, beside: web })
  await asked.promise
  const startedAt = performance.now()
  await worker.stop()
  expect(performance.now() - startedAt).toBeLessThan(patient(8_000))
  const folder = await owner.call('getWatchFolder', { params: { id } })
  expect(folder).toMatchObject({ reason: null, scannedAt: null })
  expect(await owner.call('getCloudAccount', { params: { id: accountId ?? '' } })).toMatchObject({
    state: 'ok',
  })
  await silent.die()
})
