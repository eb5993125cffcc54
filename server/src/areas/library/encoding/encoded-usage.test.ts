import { expect, it } from 'vitest'
import { encodedFacts, encodingWork } from './encoded-usage.ts'

const at = new Date('2026-11-20T10:00:00Z')
const content = { id: 'video', environmentId: 'environment', isTest: false }
const rendition = { id: 'row', outputId: 'output', type: 'video', isOriginal: false } as const
const factsOf = (change: object, of = content) =>
  encodedFacts(of, { ...rendition, width: 1280, height: 720, ...change }, 90.5, at)

it('counts the duration of an encoded rendition by its attempt', () => {
  expect(factsOf({})).toEqual([
    {
      key: 'encode:row:output',
      environmentId: 'environment',
      objectId: 'video',
      meter: 'encoding-hd',
      quantity: 90_500,
      occurredAt: at,
    },
  ])
})

it('distinguishes up to and above 1080p by the shorter side', () => {
  const meterOf = (width: number, height: number) => factsOf({ width, height }).map(({ meter }) => meter)
  expect(meterOf(1920, 1080)).toEqual(['encoding-hd'])
  expect(meterOf(1080, 1920)).toEqual(['encoding-hd'])
  expect(meterOf(2560, 1440)).toEqual(['encoding-uhd'])
  expect(meterOf(2160, 3840)).toEqual(['encoding-uhd'])
})

it('counts neither repackaged video, nor audio, nor test videos', () => {
  expect(factsOf({ isOriginal: true })).toEqual([])
  expect(factsOf({ type: 'audio', width: null, height: null })).toEqual([])
  expect(factsOf({}, { ...content, isTest: true })).toEqual([])
})

it('estimates a new video from its plan, which goes on in any case', () => {
  const rung = (kind: 'encode' | 'passthrough', height: number) =>
    ({ name: `${height}p`, kind, width: (height * 16) / 9, height, bitrateKbps: 1000 }) as never
  const first = rung('passthrough', 2160)
  const plan = {
    mode: 'passthrough',
    first,
    rest: [rung('encode', 720), rung('encode', 1440)],
    audio: [],
  } as never
  expect(encodingWork(content, plan, 10)).toMatchObject({
    key: 'encode:video',
    estimate: { 'encoding-hd': 10_000, 'encoding-uhd': 10_000 },
    isAccepted: true,
  })
})
