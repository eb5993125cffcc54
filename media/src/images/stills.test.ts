import { describe, expect, it } from 'vitest'
import type { Fit } from '../encode/filters.ts'
import { fitFilters } from '../encode/filters.ts'
import { aSource, aVideo } from '../testing/test-source.ts'
import { imageArgs } from './image-run.ts'
import { gifArgs, posterRun, thumbnailArgs } from './still-args.ts'
import { planStoryboard, storyboardRun, storyboardVtt } from './storyboard.ts'

const input = { path: 'source', demuxer: 'mov' }
const filters = new Set<string>()
const lasting = (durationS: number, change: Parameters<typeof aVideo>[0] = {}) => {
  const video = aVideo(change)
  return { ...aSource({ video, durationS }), video }
}

describe('fitFilters', () => {
  const wide = { width: 1920, height: 1080 }
  it.each<[string, Fit, string]>([
    ['by width', { width: 640, height: null, fitMode: 'preserve' }, 'scale=640:360'],
    ['by height', { width: null, height: 360, fitMode: 'crop' }, 'scale=640:360'],
    ['inside both', { width: 640, height: 640, fitMode: 'preserve' }, 'scale=640:360'],
    ['never larger', { width: 4000, height: null, fitMode: 'preserve' }, 'scale=1920:1080'],
    ['unchanged', { width: null, height: null, fitMode: 'preserve' }, 'scale=1920:1080'],
    ['stretched', { width: 100, height: 300, fitMode: 'stretch' }, 'scale=100:300'],
    ['cropped', { width: 300, height: 300, fitMode: 'crop' }, 'scale=534:300,crop=300:300'],
    ['padded', { width: 300, height: 300, fitMode: 'pad' }, 'scale=300:168,format=yuv444p,pad=300:300'],
  ])('scales %s', (_, fit, expected) => {
    expect(fitFilters(wide, fit).join().replaceAll(':flags=bicubic', '')).toContain(expected)
  })
})

describe('thumbnailArgs', () => {
  const fit: Fit = { width: 320, height: null, fitMode: 'preserve' }

  it.each([
    [5, '5.000000'],
    [9999, '60.000000'],
    [-1, '0.000000'],
  ])('reads for %d s of 60 from the keyframe before %s', (timeS, seek) => {
    const args = thumbnailArgs(input, lasting(60), { ...fit, timeS, format: 'png' }, filters, 'out.png')
    expect(args.join(' ')).toContain(`-noaccurate_seek -ss ${seek}`)
  })
})

describe('posterRun', () => {
  it.each<[number | null, boolean]>([
    [null, false],
    [2, true],
    [4, true],
    [4.5, false],
  ])('decodes only keyframes for a gap of %s s: %s', (gapS, expected) => {
    expect(imageArgs([posterRun(input, lasting(60), filters, 'out.jpg', gapS)]).includes('nokey')).toBe(
      expected,
    )
  })
})

describe('gifArgs', () => {
  it('reads only the span, for every request', () => {
    const span = { startS: 59.9, endS: 10, frameRate: 15 }
    const args = gifArgs(
      input,
      lasting(60),
      { ...span, width: 320, height: null, fitMode: 'preserve' },
      filters,
      'a.gif',
    )
    expect(args[args.indexOf('-t') + 1]).toBe('0.066667')
  })
})

describe('planStoryboard', () => {
  it.each([
    [0.4, { intervalS: 1, tiles: 1, columns: 1, rows: 1 }],
    [12.5, { intervalS: 1, tiles: 13, columns: 10, rows: 2 }],
    [100, { intervalS: 1, tiles: 100, columns: 10, rows: 10 }],
    [7200, { intervalS: 72, tiles: 100, columns: 10, rows: 10 }],
    [7201, { intervalS: 73, tiles: 99, columns: 10, rows: 10 }],
  ])('plans the tiles of %d s', (durationS, expected) => {
    expect(planStoryboard(lasting(durationS))).toMatchObject(expected)
  })

  it('keeps the aspect ratio of a portrait video', () => {
    const board = planStoryboard(
      lasting(10, { width: 1080, height: 1920, displayWidth: 1080, displayHeight: 1920 }),
    )
    expect(board).toMatchObject({ tileWidth: 144, tileHeight: 256 })
  })

  it('decodes only keyframes if tiles are far apart', () => {
    const argsFor = (durationS: number) =>
      imageArgs([
        storyboardRun(input, lasting(durationS), planStoryboard(lasting(durationS)), filters, 'out.jpg'),
      ])
    expect(argsFor(600)).not.toContain('nokey')
    expect(argsFor(7200)).toContain('nokey')
  })
})

describe('storyboardVtt', () => {
  it('names the tile of each interval', () => {
    const source = lasting(11.5)
    const lines = storyboardVtt(planStoryboard(source), source.durationS, '/sheet.jpg').split('\n')
    expect(lines.slice(0, 4)).toEqual([
      'WEBVTT',
      '',
      '00:00:00.000 --> 00:00:01.000',
      '/sheet.jpg#xywh=0,0,256,144',
    ])
    expect(lines.slice(-3)).toEqual(['00:00:11.000 --> 00:00:11.500', '/sheet.jpg#xywh=256,144,256,144', ''])
  })

  it('supports hours', () => {
    const source = lasting(7200)
    expect(storyboardVtt(planStoryboard(source), 7200, 's')).toContain('01:58:48.000 --> 02:00:00.000')
  })
})
