import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await skipImages(world.sql)
})
afterAll(() => world.end())

/** Options of ffmpeg for each track of audio, the title first. */
const tracks = [
  ['Noise', 'dca', 'noise=amount=2'],
  ['Good', 'aac', 'null'],
  ['No packets', 'pcm_s16le', 'noise=drop=1'],
  ['Not a number', 'pcm_f32le', 'null'],
  ['Unknown codec', 'flac', 'null'],
  ['Never decoded', 'ac3', 'noise=amount=1'],
] as const

async function clipOfBadTracks(): Promise<string> {
  const invalid = ['-f', 'lavfi', '-i', 'aevalsrc=0/0:s=48000:d=2']
  const audio = tracks.flatMap(([title, codec, filter], n) => {
    const input = title === 'Not a number' ? '2:a' : '1:a'
    return `-map ${input} -c:a:${n} ${codec} -bsf:a:${n} ${filter}`
      .split(' ')
      .concat(`-metadata:s:a:${n}`, `title=${title}`)
  })
  const path = await makeClip(
    join(world.folder, 'bad.mkv'),
    ...pattern(2, '320x180'),
    ...invalid,
    '-map',
    '0:v',
    ...audio,
    '-strict',
    '-2',
    ...h264,
  )
  const bytes = await readFile(path)
  bytes.write('A_NONE', bytes.indexOf('A_FLAC'))
  await writeFile(path, bytes)
  return path
}

it('audio tracks that cannot be decoded are lost, and the video and the other tracks are not', async () => {
  const { id } = await uploadFile(world.owner, await clipOfBadTracks())
  const content = await contentWhen(world.owner, id, isSettled)
  expect(content).toMatchObject({ status: 'ready', error: null, playable: true })
  const { items } = await world.owner.call('listAudioTracks', { params: { id } })
  const lost = (name: string) => [name, 'failed', false, 'media-audio-track']
  expect(items.map(({ name, status, isDefault, error }) => [name, status, isDefault, error?.id])).toEqual([
    lost('Noise'),
    ['Good', 'ready', true, undefined],
    ...['No packets', 'Not a number', 'Unknown codec', 'Never decoded'].map(lost),
  ])
  const names = content.renditions.map(({ name, status }) => [name, status])
  expect(names).toEqual([
    ['240p', 'ready'],
    ['audio-1', 'ready'],
  ])
  expect((await (await fetch(content.urls.hls)).text()).match(/TYPE=AUDIO/g)).toHaveLength(1)
  const errored = await world.sql("SELECT 1 FROM outbox WHERE type = 'video.audio_track.errored'")
  expect(errored).toHaveLength(5)
})
