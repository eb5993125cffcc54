import { expect, it } from 'vitest'
import { testVideoArgs } from '../index.ts'
import { aSource, aTrack, aVideo } from '../testing/test-source.ts'
import { testMarkFilters } from './test-mark.ts'

const filters = new Set<string>()
const marked = (source = aSource()) =>
  testVideoArgs({ path: 'input', demuxer: 'mov' }, source, filters, 'test.mp4')
const after = (args: string[], name: string) => args[args.indexOf(name) + 1]

function boxes(width: number, height: number) {
  return testMarkFilters({ width, height }).map((filter) => {
    const [, x, y, w, h] = /x=(\d+):y=(\d+):w=(\d+):h=(\d+)/.exec(filter)?.map(Number) ?? []
    if (x === undefined || y === undefined || w === undefined || h === undefined) throw new Error(filter)
    return { left: x, top: y, right: x + w, bottom: y + h }
  })
}

it.each([
  [1920, 1080],
  [1080, 1920],
  [1000, 1000],
  [4096, 1716],
  [1920, 100],
  [64, 1920],
  [32, 32],
  [17, 7],
  [16, 90],
  [64, 6],
])('draws the whole mark in the center of %i × %i', (width, height) => {
  const [plate, ...letters] = boxes(width, height)
  if (plate === undefined) throw new Error('there is no plate')
  expect(plate.left).toBeGreaterThanOrEqual(0)
  expect(plate.top).toBeGreaterThanOrEqual(0)
  expect(plate.right).toBeLessThanOrEqual(width)
  expect(plate.bottom).toBeLessThanOrEqual(height)
  expect(Math.abs(plate.left + plate.right - width)).toBeLessThanOrEqual(1)
  expect(Math.abs(plate.top + plate.bottom - height)).toBeLessThanOrEqual(1)
  for (const letter of letters) {
    expect(letter.left).toBeGreaterThan(plate.left)
    expect(letter.right).toBeLessThan(plate.right)
    expect(letter.top).toBeGreaterThan(plate.top)
    expect(letter.bottom).toBeLessThan(plate.bottom)
  }
})

it.each([
  [1920, 1080],
  [4096, 1716],
  [1920, 804],
  [2560, 720],
])('keeps the mark whole if a %i × %i frame is cropped to 9:16', (width, height) => {
  const [plate] = boxes(width, height)
  const cut = (height * 9) / 16
  expect((plate?.right ?? 0) - (plate?.left ?? 0)).toBeLessThan(cut)
})

it.each([
  [{ num: 30_000, den: 1001 }, 296],
  [{ num: 25, den: 1 }, 247],
  [{ num: 120, den: 1 }, 594],
  [{ num: 1, den: 1 }, 9],
])('stays within ten seconds at %o frames per second', (frameRate, frames) => {
  const args = marked(aSource({ video: aVideo({ frameRate, rFrameRate: frameRate }) }))
  expect(after(args, '-frames:v')).toBe(String(frames))
  expect(args.slice(args.indexOf('-t'), args.indexOf('-i'))).toContain('10')
})

it('keeps and cuts all audio tracks with their names, even without video', () => {
  const audio = [aTrack({ language: 'hin' }), aTrack({ index: 2, channels: 1, title: 'Commentary' })]
  const args = marked(aSource({ video: null, audio }))
  expect(args).not.toContain('-vf')
  expect(args.filter((arg) => arg === '-map')).toHaveLength(2)
  expect(args).toEqual(expect.arrayContaining(['language=hin', 'title=Commentary']))
  for (const n of [0, 1]) expect(after(args, `-filter:a:${n}`)).toMatch(/,atrim=end=9\.9$/)
})
