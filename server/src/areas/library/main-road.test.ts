import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled, newOwner, uploadFile } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'

describe('the main path', () => {
  let kinora: TestKinora
  let owner: Client
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-clips-'))
    kinora = await startTestKinora()
    owner = await newOwner(kinora.url)
  })
  afterAll(async () => {
    await kinora.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('makes an H.264 file playable and then encodes its ladder', async () => {
    const path = await makeClip(join(folder, 'match.mp4'), ...pattern(6, '640x360'), ...h264, '-c:a', 'aac')
    const uploaded = await uploadFile(owner, path)
    expect(uploaded).toMatchObject({ status: 'processing', title: 'match' })

    const content = await contentWhen(owner, uploaded.id, (each) => isSettled(each) && each.poster !== null)
    expect(content).toMatchObject({
      status: 'ready',
      playable: true,
      progress: 1,
      resolution: '360p',
      aspectRatio: '16:9',
    })
    expect(content.renditions.map(({ name, status, isOriginal }) => [name, status, isOriginal])).toEqual([
      ['240p', 'ready', false],
      ['360p', 'ready', true],
      ['audio-0', 'ready', true],
    ])

    const playlist = await (await fetch(content.urls.hls)).text()
    expect(playlist).toContain('#EXT-X-STREAM-INF')
    const media = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    for (const uri of media) {
      const text = await (await fetch(new URL(uri, content.urls.hls))).text()
      expect(text).toContain('#EXT-X-ENDLIST')
    }
  })
})
