import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testVideo } from '../testing/test-clips.ts'
import { colorsOf } from '../testing/test-frames.ts'
import { ffmpeg, ffprobe, makeClip, sniffed, transcode } from '../testing/test-transcode.ts'

describe('a picture that changes its size', () => {
  it('keeps its shape, with bars', async () => {
    const vp8 = '-c:v libvpx -auto-alt-ref 0'
    const white = (size: string) => `-f lavfi -i color=white:s=${size}:r=5:d=1 ${vp8}`
    const [wide, tall] = [
      await makeClip('wide.webm', white('160x90')),
      await makeClip('tall.webm', white('90x160')),
    ]
    const dir = join(wide.path, '..')
    await writeFile(join(dir, 'list.txt'), `file ${wide.path}\nfile ${tall.path}\n`)
    await ffmpeg(
      ['-v', 'error', '-f', 'concat', '-safe', '0', '-i', 'list.txt', '-c', 'copy', 'turn.webm'],
      dir,
    )
    const done = await transcode(await sniffed(join(dir, 'turn.webm')))
    const playlist = join(done.dir, '240p/index.m3u8')
    const [edge, middle] = [
      await colorsOf(playlist, 'crop=30:90:0:0'),
      await colorsOf(playlist, 'crop=30:90:65:0'),
    ]
    expect([edge[0], edge.at(-1)].map((color) => (color?.[0] ?? 0) > 200)).toEqual([true, false])
    expect(middle.every(([red = 0]) => red > 200)).toBe(true)
  })
})

describe('a rung of rounded sides', () => {
  it('has square pixels', async () => {
    const made = `${testVideo('854x480', 5, 1)} -c:v libx264 -preset ultrafast -g 5 -pix_fmt yuv420p`
    const done = await transcode(await makeClip('sides.mp4', made))
    expect([...done.renditions.keys()]).toEqual(['480p', '240p', '360p'])
    for (const name of done.renditions.keys()) {
      const entries = ['-v', 'error', '-show_entries', 'stream=sample_aspect_ratio', '-of', 'csv=p=0']
      expect(await ffprobe([...entries, join(done.dir, name, 'index.m3u8')], '/')).toMatch(/^1:1/)
    }
  })
})
