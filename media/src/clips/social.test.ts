import { describe, expect, it } from 'vitest'
import { aSource, aVideo } from '../testing/test-source.ts'
import type { SocialAspect, SocialFit } from './social.ts'
import { containSize, coverSize, socialSize } from './social.ts'
import type { SocialLook } from './social-args.ts'
import { socialClipArgs, socialGraph } from './social-args.ts'
import { captionsIn, glyphCheckText, socialText } from './social-text.ts'

const hd = { width: 1920, height: 1080 }
const source = { ...aSource(), video: aVideo() }
const filters = new Set<string>()
const span = { startS: 1, endS: 3 }
const plain: SocialLook = { aspectRatio: '9:16', fit: 'crop', color: '#112233', hasText: false, logo: null }

describe('socialSize', () => {
  it.each<[SocialAspect, SocialFit, [number, number], [number, number]]>([
    // A large enough source fills the preferred size of the platforms.
    ['9:16', 'crop', [3840, 2160], [1080, 1920]],
    ['9:16', 'pad', [1920, 1080], [1080, 1920]],
    ['1:1', 'crop', [1920, 1080], [1080, 1080]],
    ['4:5', 'blur', [1920, 1080], [1080, 1350]],
    ['16:9', 'crop', [3840, 2160], [1920, 1080]],
    // A smaller source limits the size.
    ['9:16', 'crop', [1920, 1080], [608, 1080]],
    ['1:1', 'pad', [720, 1280], [1080, 1080]],
    ['1:1', 'crop', [720, 1280], [720, 720]],
    // The smallest sources are enlarged to the minimum of the platforms.
    ['9:16', 'crop', [320, 180], [540, 960]],
    ['4:5', 'pad', [320, 180], [540, 676]],
  ])('%s by %s out of %j is %j', (aspect, fit, [width, height], [wide, high]) => {
    expect(socialSize({ width, height }, aspect, fit)).toEqual({ width: wide, height: high })
  })

  it('covers or contains the video, with even sides', () => {
    const room = { width: 1080, height: 1920 }
    expect(coverSize(hd, room)).toEqual({ width: 3414, height: 1920 })
    expect(containSize(hd, room)).toEqual({ width: 1080, height: 608 })
    expect(containSize({ width: 1081, height: 1919 }, room)).toEqual({ width: 1080, height: 1918 })
  })
})

describe('the filter graph of a social clip', () => {
  it('crops, pads with a color, or pads with a blurred copy', () => {
    expect(socialGraph(source, span, plain, filters)).toContain('scale=1920:1080:flags=bicubic,crop=608:1080')
    const pad = socialGraph(source, span, { ...plain, fit: 'pad' }, filters)
    expect(pad).toContain('scale=1080:608:flags=bicubic,pad=1080:1920:(ow-iw)/2:(oh-ih)/2:0x112233')
    const blur = socialGraph(source, span, { ...plain, fit: 'blur' }, filters)
    expect(blur).toContain('[back]scale=43:24:flags=area,scale=3414:1920:flags=bicubic,crop=1080:1920')
    expect(blur).toContain('[blurred][whole]overlay=(W-w)/2:(H-h)/2')
  })

  it('draws the logo below the text, and each only if there is one', () => {
    expect(socialGraph(source, span, plain, filters)).not.toMatch(/ass=|\[1:v\]/)
    const look: SocialLook = { ...plain, hasText: true, logo: { corner: 'bottom-right', size: 20 } }
    const graph = socialGraph(source, span, look, filters)
    expect(graph).toContain('[1:v]format=rgba,scale=122:270:force_original_aspect_ratio=decrease[logo]')
    expect(graph).toContain(
      '[shaped][logo]overlay=W-w-24:H-h-24[marked];[marked]ass=text.ass,format=yuv420p[out]',
    )
    const args = socialClipArgs(
      { path: 'input', demuxer: 'mov' },
      source,
      { startS: 1, endS: 3 },
      look,
      filters,
      'o.mp4',
    )
    expect(args).toEqual(expect.arrayContaining(['png_pipe', 'file:logo.png']))
    expect(args.join(' ')).toContain('-noaccurate_seek -ss 0.999400')
  })

  it('has no audio if the source has none', () => {
    const silent = { ...source, audio: [] }
    const args = socialClipArgs(
      { path: 'i', demuxer: 'mov' },
      silent,
      { startS: 0, endS: 1 },
      plain,
      filters,
      'o.mp4',
    )
    expect(args).not.toContain('-c:a')
  })
})

describe('socialText', () => {
  const cues = [
    { start: 0, end: 1, text: 'before' },
    { start: 1.5, end: 3, text: '<i>Goal</i> &amp; {\\pos(1,1)}' },
    { start: 3.9, end: 9, text: "it's: \\N %{pts}\nsecond" },
    { start: 4, end: 5, text: 'after' },
  ].map((cue) => ({ ...cue, id: '', settings: {} }))

  it('contains the captions of the span, relative to its start', () => {
    expect(captionsIn(cues, { startS: 2, endS: 4 })).toEqual([
      { startS: 0, endS: 1, text: 'Goal & {\\pos(1,1)}' },
      { startS: expect.closeTo(1.9), endS: 2, text: "it's: \\N %{pts}\nsecond" },
    ])
  })

  it('never contains a libass command', () => {
    const captions = captionsIn(cues, { startS: 2, endS: 4 })
    const text = socialText(
      { headline: '{\\fs200}Cup, final', captions, logo: null },
      { width: 608, height: 1080 },
      2,
    )
    const events = text.slice(text.indexOf('[Events]')).split('\n').slice(2)
    expect(events).toEqual([
      'Dialogue: 0,0:00:00.00,0:00:03.00,Headline,,0,0,0,,\\{\\\u2060fs200\\}Cup, final',
      'Dialogue: 0,0:00:00.00,0:00:01.00,Caption,,0,0,0,,Goal & \\{\\\u2060pos(1,1)\\}',
      "Dialogue: 0,0:00:01.90,0:00:02.00,Caption,,0,0,0,,it's: \\\u2060N %\\{pts\\}\\Nsecond",
      '',
    ])
    const lines = socialText({ headline: 'a\r\nDialogue: 0,x', captions: [], logo: null }, hd, 1).split('\n')
    expect(lines.filter((line) => line.startsWith('Dialogue'))).toHaveLength(1)
  })

  it('keeps a margin beside a logo in the same row, except on tall frames', () => {
    const logo = { corner: 'top-right', size: 20 }
    const marginsOf = (width: number, height: number) =>
      [
        ...socialText({ headline: 'Goal', captions: [], logo }, { width, height }, 1).matchAll(
          /^Style: .*$/gm,
        ),
      ].map(([style]) => style.split(',').slice(-4, -2))
    expect(marginsOf(1000, 1000)).toEqual([
      ['70', '70'],
      ['260', '260'],
    ])
    expect(marginsOf(1080, 1920)).toEqual([
      ['76', '76'],
      ['76', '76'],
    ])
  })

  it('contains each character once and no control characters in the font check', () => {
    const letters = glyphCheckText({
      headline: 'Goal! 🎉',
      captions: [{ startS: 0, endS: 1, text: 'لا goal' }],
    })
    expect(letters).toMatch(/,,Goalلاg\n$/)
  })
})
