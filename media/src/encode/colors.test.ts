import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { imageArgs } from '../images/image-run.ts'
import { gifArgs, posterRun, thumbnailArgs } from '../images/still-args.ts'
import { planStoryboard, storyboardRun } from '../images/storyboard.ts'
import type { VideoSource } from '../probe/probe.ts'
import { pixelsOf } from '../testing/test-frames.ts'
import { ffmpeg, ffprobe, filters, makeClip, type Transcoded, transcode } from '../testing/test-transcode.ts'
import { toBt709 } from './colors.ts'

const wanted = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
]
const side = 64
const patches = `${wanted
  .map((rgb, n) => `color=0x${Buffer.from(rgb).toString('hex')}:s=${side}x96:r=5:d=1[p${n}]`)
  .join(';')};${wanted.map((_, n) => `[p${n}]`).join('')}hstack=6`
const yuv = (matrix: string, tags: string) =>
  `-filter_complex ${patches},format=gbrp,scale=out_color_matrix=${matrix}:out_range=tv,format=yuv444p ${tags} -c:v libx264 -qp 0`.replace(
    '  ',
    ' ',
  )
const tagged = (name: string) => `-color_primaries ${name} -color_trc ${name} -colorspace ${name}`

/** Throws unless the six patches of a picture are as they were made. */
async function expectPatches(path: string, matrix?: string, width = side * 6): Promise<void> {
  const pixels = await pixelsOf(path, 'trim=end_frame=1', matrix)
  const middle = Math.floor(pixels.length / 3 / width / 2) * width
  for (const [n, rgb] of wanted.entries()) {
    const at = (middle + Math.floor((width * (n + 0.5)) / 6)) * 3
    const seen = [...pixels.subarray(at, at + 3)]
    const worst = Math.max(...rgb.map((value, channel) => Math.abs(value - (seen[channel] ?? 999))))
    expect(worst, `${path}: ${seen} in place of ${rgb}`).toBeLessThanOrEqual(3)
  }
}

describe.each([
  ['rgb.mov', `-filter_complex ${patches},format=rgb24 -c:v qtrle`],
  ['gbr.mp4', `-filter_complex ${patches},format=gbrp -c:v libx264rgb -qp 0`],
  ['tagged.mp4', yuv('bt709', tagged('bt709'))],
  ['untagged.mp4', yuv('bt709', '')],
  ['tv.mp4', yuv('bt601', tagged('smpte170m'))],
  [
    'full.webm',
    `-filter_complex ${patches},format=gbrp,scale=out_color_matrix=bt709:out_range=pc,format=yuv444p -color_range pc ${tagged('bt709')} -c:v libvpx-vp9 -lossless 1`,
  ],
])('the colors of %s', (name, made) => {
  let done: Transcoded
  let source: VideoSource

  beforeAll(async () => {
    done = await transcode(await makeClip(name, made))
    const { video } = done.source
    if (video === null) throw new Error('there is no video')
    source = { ...done.source, video }
  })

  it('stay in the video, which says that it is in BT.709', async () => {
    const playlist = join(done.dir, '240p/index.m3u8')
    await expectPatches(playlist, 'bt709')
    const entries = 'stream=color_range,color_space,color_transfer,color_primaries'
    expect(
      await ffprobe(['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', playlist], '/'),
    ).toContain('tv,bt709,bt709,bt709')
  })

  it('stay in every picture', async () => {
    const { dir, input } = done
    const fit = { width: null, height: null, fitMode: 'preserve' } as const
    for (const format of ['jpg', 'png', 'webp'] as const) {
      await ffmpeg(thumbnailArgs(input, source, { ...fit, timeS: 0.5, format }, filters, `a.${format}`), dir)
      await expectPatches(join(dir, `a.${format}`))
    }
    // Browsers show a PNG with the gamma of BT.709 in other grays.
    expect((await readFile(join(dir, 'a.png'))).includes('sRGB')).toBe(true)
    await ffmpeg(
      gifArgs(input, source, { ...fit, startS: 0, endS: 0.4, frameRate: 5 }, filters, 'a.gif'),
      dir,
    )
    await ffmpeg(imageArgs([posterRun(input, source, filters, 'poster.jpg')]), dir)
    await ffmpeg(imageArgs([storyboardRun(input, source, planStoryboard(source), filters, 'board.jpg')]), dir)
    await expectPatches(join(dir, 'a.gif'))
    await expectPatches(join(dir, 'poster.jpg'))
    await expectPatches(join(dir, 'board.jpg'), undefined, 256)
  })
})

describe('toBt709', () => {
  const hdr = {
    pixFmt: 'yuv420p10le',
    colorTransfer: 'smpte2084',
    colorPrimaries: '',
    colorSpace: '',
    isHdr: true,
  }

  it('takes HDR that states only its transfer for BT.2020', () => {
    expect(toBt709(hdr, filters)[0]).toBe(
      'setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc',
    )
    const full = { ...hdr, colorPrimaries: 'bt2020', colorSpace: 'bt2020nc' }
    expect(toBt709(full, filters)[0]).toBe('zscale=t=linear:npl=100')
  })

  it.each(['smpte2084', 'arib-std-b67'])('encodes HDR that states only %s', async (transfer) => {
    const made = `-f lavfi -i testsrc2=s=160x90:r=25:d=0.4 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error -color_trc ${transfer}`
    const { renditions } = await transcode(await makeClip('pq.mp4', made))
    expect(renditions.get('240p')?.segments).toHaveLength(1)
  })
})
