import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, contentWhen, isSettled, newOwner, uploadFile } from './testing/client.ts'
import { h264, makeClip, pattern } from './testing/clips.ts'
import { startTestKinora, type TestKinora } from './testing/kinora.ts'

const started: TestKinora[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-roles-'))
})
afterAll(async () => {
  for (const kinora of started.toReversed()) await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(roles: string): Promise<TestKinora> {
  const [first] = started
  const kinora = await startTestKinora({ env: { ROLES: roles }, ...(first ? { beside: first } : {}) })
  started.push(kinora)
  return kinora
}

it('two of each role at once work on one database and one storage', async () => {
  const [web, secondWeb] = [await start('web'), await start('web')]
  const [delivery, secondDelivery] = [await start('delivery'), await start('delivery')]
  await start('worker')
  await start('worker')

  const owner = await newOwner(web.url)
  const elsewhere = client(secondWeb.url, owner.token, owner.organizationId, owner.environmentId)
  const path = await makeClip(join(folder, 'clip.mp4'), ...pattern(2, '640x360'), ...h264, '-c:a', 'aac')
  const uploads = [owner, elsewhere, owner, elsewhere].map((who) => uploadFile(who, path))
  for (const { id } of await Promise.all(uploads)) {
    const content = await contentWhen(elsewhere, id, isSettled)
    expect(content).toMatchObject({ status: 'ready', progress: 1 })
    for (const { url } of [delivery, secondDelivery]) {
      expect((await fetch(`${url}/play/${content.playbackId}.m3u8`)).status).toBe(200)
      expect((await fetch(`${url}/image/${content.playbackId}/thumbnail.jpg?time=1&width=64`)).status).toBe(
        200,
      )
    }
    expect((await fetch(`${web.url}/play/${content.playbackId}.m3u8`)).status).toBe(404)
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    for (const { url } of [delivery, secondDelivery]) {
      await expect.poll(async () => (await fetch(`${url}/play/${content.playbackId}.m3u8`)).status).toBe(404)
    }
  }
  expect((await fetch(`${delivery.url}/services/api/v1/users/me`)).status).toBe(404)
})
