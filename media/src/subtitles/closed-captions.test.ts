import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closedCaptionArgs, textName } from '../index.ts'
import { ffmpeg, makeClip, probe } from '../testing/test-transcode.ts'

it('reads files with special characters in their names', async () => {
  const input = await makeClip('plain.mp4', '-f lavfi -i color=black:s=64x36:r=10:d=1 -c:v libx264')
  const { video, ...source } = await probe(input)
  if (!video) throw new Error('there is no video')
  const dir = join(input.path, '..')
  const name = `it's: one\\two, [three]; 'four'=5.mp4`
  await rename(input.path, join(dir, name))
  await ffmpeg(closedCaptionArgs({ ...input, path: name }, { ...source, video }), dir)
  expect(await readFile(join(dir, textName(video)), 'utf8')).toBe('WEBVTT\n')
})
