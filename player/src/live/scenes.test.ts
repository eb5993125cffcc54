import { expect, it } from 'vitest'
import { parseScenes } from './scenes.ts'

const noon = '2026-11-23T12:00:00.000Z'

it('reads the dates and pictures of a storyboard', () => {
  const cue = (from: string, n: number) =>
    `${from} --> 99:00:00.000\nstoryboard.jpg?v=${n}#xywh=0,0,256,144\n`
  const text = ['WEBVTT\n', `NOTE start=${noon}\n`, cue('00:00:00.000', 0), cue('01:02:03.500', 7)].join('\n')
  expect(parseScenes(text, 'http://localhost/image/abc/storyboard.vtt?token=t')).toEqual([
    { fromMs: Date.parse(noon), url: 'http://localhost/image/abc/storyboard.jpg?v=0' },
    { fromMs: Date.parse(noon) + 3_723_500, url: 'http://localhost/image/abc/storyboard.jpg?v=7' },
  ])
  expect(parseScenes('WEBVTT\n', 'http://localhost/')).toEqual([])
})
