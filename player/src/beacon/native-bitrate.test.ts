import { expect, it } from 'vitest'
import { bitrateOf } from './native-bitrate.ts'

const variant = (attributes: string) => `#EXT-X-STREAM-INF:${attributes}\nvideo.m3u8\n`
const playlist = [
  '#EXTM3U\n',
  variant('BANDWIDTH=900000,AVERAGE-BANDWIDTH=700000,CODECS="avc1",RESOLUTION=640x360'),
  variant('AVERAGE-BANDWIDTH=700000,BANDWIDTH=950000,RESOLUTION=640x360,AUDIO="other"'),
  variant('BANDWIDTH=3000000,RESOLUTION=1280x720'),
  variant('BANDWIDTH=5000000,CODECS="avc1",RESOLUTION=1920x1080'),
  variant('BANDWIDTH=2500000,CODECS="hvc1",RESOLUTION=1920x1080'),
].join('')

it('finds the bitrate of a video size if it is unique', () => {
  expect(bitrateOf(playlist, 640, 360)).toBe(700_000)
  expect(bitrateOf(playlist, 1280, 720)).toBe(3_000_000)
  expect(bitrateOf(playlist, 1920, 1080)).toBeNull()
  expect(bitrateOf(playlist, 128, 72)).toBeNull()
  expect(bitrateOf('', 640, 360)).toBeNull()
})
