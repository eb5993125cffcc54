import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FitMode, Input, StillFormat, VideoSource } from '../index.ts'
import {
  gifArgs,
  imageArgs,
  mp4Args,
  planStoryboard,
  posterRun,
  sampleArgs,
  storyboardRun,
  thumbnailArgs,
} from '../index.ts'
import { ffmpeg, ffprobe, filters, makeClip, probe, sniffed, transcode } from '../testing/test-transcode.ts'

let input: Input
let source: VideoSource
let dir: string

beforeAll(async () => {
  input = await makeClip(
    'turned.mp4',
    '-f lavfi -i testsrc2=s=320x180:r=25:d=3 -f lavfi -i sine=d=3 -c:v libx264 -preset ultrafast -c:a aac',
  )
  dir = join(input.path, '..')
  await ffmpeg(
    ['-v', 'error', '-display_rotation', '90', '-i', input.path, '-c', 'copy', 'r.mp4'],
    dir,
  ).catch(() =>
    // ffmpeg 5 has no -display_rotation, but its muxer accepts the tag.
    ffmpeg(['-v', 'error', '-y', '-i', input.path, '-c', 'copy', '-metadata:s:v', 'rotate=90', 'r.mp4'], dir),
  )
  input = await sniffed(join(dir, 'r.mp4'))
  const probed = await probe(input)
  if (!probed.video) throw new Error('there is no video')
  source = { ...probed, video: probed.video }
})

async function sizeOf(name: string): Promise<string> {
  return (
    await ffprobe(
      ['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0', name],
      dir,
    )
  ).trim()
}

describe('a rotated clip', () => {
  it('is upright in its renditions', async () => {
    const { plan } = await transcode(input)
    expect(source.video.rotation).not.toBe(0)
    expect(plan).toMatchObject({ mode: 'encode', first: { width: 180, height: 320 }, rest: [] })
  })

  it('has an upright poster', async () => {
    await ffmpeg(imageArgs([posterRun(input, source, filters, 'poster.jpg')]), dir)
    expect(await sizeOf('poster.jpg')).toBe('mjpeg,180,320')
  })

  it('has a poster from keyframes only, even if all are before its time', async () => {
    for (const durationS of [source.durationS, 29]) {
      await ffmpeg(imageArgs([posterRun(input, { ...source, durationS }, filters, 'key.jpg', 4)]), dir)
      expect(await sizeOf('key.jpg')).toBe('mjpeg,180,320')
      await rm(join(dir, 'key.jpg'))
    }
  })

  it.each<[StillFormat, FitMode, string]>([
    ['jpg', 'preserve', 'mjpeg,56,100'],
    ['png', 'crop', 'png,120,100'],
    ['webp', 'pad', 'webp,120,100'],
    ['jpg', 'stretch', 'mjpeg,120,100'],
  ])('has a %s, %s', async (format, fitMode, size) => {
    const still = { timeS: 99, width: 120, height: 100, fitMode, format }
    await ffmpeg(thumbnailArgs(input, source, still, filters, `still.${format}`), dir)
    expect(await sizeOf(`still.${format}`)).toBe(size)
  })

  it('has a GIF', async () => {
    const gif = {
      startS: 0.5,
      endS: 1.5,
      width: 90,
      height: null,
      fitMode: 'preserve' as const,
      frameRate: 10,
    }
    await ffmpeg(gifArgs(input, source, gif, filters, 'a.gif'), dir)
    expect(await sizeOf('a.gif')).toBe('gif,90,160')
  })

  it('has a storyboard of whole tiles', async () => {
    const board = planStoryboard(source)
    await ffmpeg(imageArgs([storyboardRun(input, source, board, filters, 'sheet.jpg')]), dir)
    expect(await sizeOf('sheet.jpg')).toBe(
      `mjpeg,${board.columns * board.tileWidth},${board.rows * board.tileHeight}`,
    )
  })
})

describe('the sample clip', () => {
  it('is generated quickly, repackaged, and downloads as one MP4 in sync', async () => {
    await ffmpeg(sampleArgs('sample.mp4'), dir)
    const done = await transcode(await sniffed(join(dir, 'sample.mp4')))
    expect(done.plan).toMatchObject({ mode: 'passthrough', audio: [{ kind: 'copy' }] })
    expect(done.source).toMatchObject({ durationS: 10, video: { width: 1280, height: 720 } })
    const audio = { path: 'audio-0/index.m3u8', language: 'eng' }
    await ffmpeg(mp4Args('720p/index.m3u8', [audio], 'download.mp4'), done.dir)
    const download = await probe(await sniffed(join(done.dir, 'download.mp4')))
    expect(download).toMatchObject({ video: { width: 1280 }, audio: [{ language: 'eng' }] })
    expect(Math.abs((download.video?.startTimeS ?? 9) - (download.audio[0]?.startTimeS ?? 0))).toBeLessThan(
      0.04,
    )
    expect(download.durationS).toBeCloseTo(10, 0)
  })
})
