import { describe, expect, it } from 'vitest'
import type { KeyframeSample } from '../probe/passthrough.ts'
import type { SourceVideo } from '../probe/probe.ts'
import { aSource, aTrack, aVideo, every2s } from '../testing/test-source.ts'
import type { Rung } from './ladder.ts'
import { planLadder } from './ladder.ts'

function planOf(video: Partial<SourceVideo>, keyframes: KeyframeSample | null = null) {
  const plan = planLadder(aSource({ video: aVideo(video) }), keyframes)
  if (plan.mode === 'audio-only') throw new Error('the picture was lost')
  return plan
}

const summaryOf = (rungs: Rung[]) => rungs.map(({ name, width, height }) => `${name} ${width}x${height}`)

function rungsOf(video: Partial<SourceVideo>): string[] {
  const { first, rest } = planOf(video)
  return summaryOf([first, ...rest])
}

describe('planLadder, encoding', () => {
  it.each<[string, Partial<SourceVideo>, string[]]>([
    ['1080p', {}, ['240p 426x240', '360p 640x360', '480p 854x480', '720p 1280x720', '1080p 1920x1080']],
    [
      'a portrait picture by its short side',
      { width: 1080, height: 1920 },
      ['240p 240x426', '360p 360x640', '480p 480x854', '720p 720x1280', '1080p 1080x1920'],
    ],
    [
      'a cinema picture at its own size',
      { width: 1920, height: 804 },
      ['240p 574x240', '360p 860x360', '480p 1146x480', '720p 1920x804'],
    ],
    ['odd sides, made even and never larger', { width: 641, height: 361 }, ['240p 426x240', '360p 640x360']],
    ['less than the lowest rung, at its own size', { width: 160, height: 120 }, ['240p 160x120']],
    ['the smallest there is', { width: 2, height: 2 }, ['240p 2x2']],
  ])('plans for %s', (_, video, rungs) => {
    expect(rungsOf(video)).toEqual(rungs)
  })

  it('limits 8K to 2160p', () => {
    expect(rungsOf({ width: 7680, height: 4320 }).at(-1)).toBe('2160p 3840x2160')
  })

  it('limits the long side of a panorama to what devices can decode', () => {
    expect(rungsOf({ width: 8000, height: 1000 }).at(-1)).toBe('1080p 4096x512')
  })

  it('puts the lowest rung first and the others low to high', () => {
    const { mode, first, rest } = planOf({})
    expect([mode, first.name, rest[0]?.name, rest.at(-1)?.name]).toEqual(['encode', '240p', '360p', '1080p'])
  })

  it('adds 50 % to the bit rate above 30 frames per second', () => {
    const frameRate = { num: 60, den: 1 }
    expect(planOf({}).rest.at(-1)).toMatchObject({
      bitrateKbps: 5000,
      maxrateKbps: 6250,
      bufsizeKbps: 10_000,
    })
    expect(planOf({ frameRate, rFrameRate: frameRate }).rest.at(-1)?.bitrateKbps).toBe(7500)
  })

  it.each<[string, Partial<SourceVideo>, string]>([
    ['film', { frameRate: { num: 24_000, den: 1001 } }, '24000/1001'],
    ['an average that is nearly NTSC', { frameRate: { num: 299_701, den: 10_000 } }, '30000/1001'],
    ['120, halved', { frameRate: { num: 120, den: 1 } }, '60/1'],
    ['240, halved twice', { frameRate: { num: 240, den: 1 } }, '60/1'],
    ['100, halved', { frameRate: { num: 100, den: 1 } }, '50/1'],
    [
      'a variable rate, the next standard above',
      { frameRate: { num: 267, den: 10 }, isVfr: true },
      '30000/1001',
    ],
    ['slides', { frameRate: { num: 1, den: 10 } }, '1/1'],
    ['no rate', { frameRate: { num: 0, den: 1 } }, '25/1'],
  ])('runs at a constant rate: %s', (_, video, rate) => {
    const { num, den } = planOf(video).first.frameRate
    expect(`${num}/${den}`).toBe(rate)
  })
})

describe('planLadder, repackaging', () => {
  it('repackages a source that plays everywhere as the top rung, and encodes the others', () => {
    const { mode, first, rest } = planOf({}, every2s)
    expect(mode).toBe('passthrough')
    expect(first).toMatchObject({ name: '1080p', kind: 'passthrough', width: 1920, bitrateKbps: 6000 })
    expect(rest.map(({ name }) => name)).toEqual(['240p', '360p', '480p', '720p'])
    expect(rest.every(({ kind }) => kind === 'encode')).toBe(true)
  })

  it.each<[string, Partial<SourceVideo>]>([
    ['another codec', { codec: 'hevc' }],
    ['10 bits', { pixFmt: 'yuv420p10le', profile: 'High 10' }],
    ['4:2:2', { pixFmt: 'yuv422p', profile: 'High 4:2:2' }],
    ['a level for few devices', { level: 52 }],
    ['rotation', { rotation: 90 }],
    ['pixels that are not square', { sampleAspect: { num: 4, den: 3 } }],
    ['interlacing', { isInterlaced: true }],
    ['HDR', { isHdr: true }],
    ['more than 60 frames a second', { frameRate: { num: 120, den: 1 } }],
    ['more than twice the bitrate', { bitrate: 10_100_000 }],
    ['an unknown bitrate', { bitrate: 0 }],
    ['a late start', { startTimeS: 0.5 }],
  ])('encodes everything for %s', (_, video) => {
    expect(planOf(video, every2s).mode).toBe('encode')
  })

  it.each<[string, KeyframeSample | null]>([
    ['nobody looked at', null],
    ['missing', { ...every2s, keyframesS: [] }],
    ['too far apart', { ...every2s, keyframesS: [0, 4, 13, 20, 28, 36, 44, 52] }],
    ['missing at the end', { ...every2s, keyframesS: [0, 4, 8] }],
    ['late', { ...every2s, keyframesS: every2s.keyframesS.map((atS) => atS + 1) }],
    ['leaning on the group before', { ...every2s, isClosed: false }],
    ['waiting differently long to be shown', { ...every2s, isSteady: false }],
    ['reordered far', { ...every2s, reorderS: 2 }],
  ])('encodes everything where keyframes are %s', (_, keyframes) => {
    expect(planOf({}, keyframes).mode).toBe('encode')
  })

  it('encodes a source whose keyframes do not fit on a command line', () => {
    const plan = planLadder(aSource({ durationS: 20 * 3600 }), {
      ...every2s,
      keyframesS: Array.from({ length: 61 }, (_, n) => n * 2),
    })
    expect(plan.mode).toBe('encode')
  })
})

describe('planLadder, audio', () => {
  const audioPlanOf = (...audio: Parameters<typeof aTrack>[0][]) =>
    planLadder(aSource({ audio: audio.map((change) => aTrack(change)) })).audio

  it.each<[string, Parameters<typeof aTrack>[0], object]>([
    ['copies AAC-LC', {}, { kind: 'copy', channels: 2, bitrateKbps: 128 }],
    ['keeps mono', { channels: 1, codec: 'mp3' }, { kind: 'encode', channels: 1, bitrateKbps: 64 }],
    ['mixes 5.1 down', { channels: 6 }, { kind: 'encode', channels: 2 }],
    ['encodes HE-AAC', { profile: 'HE-AAC' }, { kind: 'encode' }],
    ['encodes an unusual rate', { sampleRate: 22_050 }, { kind: 'encode' }],
    ['encodes what begins late', { startTimeS: 0.3 }, { kind: 'encode' }],
  ])('%s', (_, track, expected) => {
    expect(audioPlanOf(track)[0]).toMatchObject(expected)
  })

  it('keeps every track with its language and exactly one default', () => {
    const tracks = audioPlanOf(
      { isDefault: false, language: 'eng' },
      { index: 2, language: 'hin', title: 'हिन्दी' },
      { index: 3 },
    )
    expect(
      tracks.map(({ name, sourceIndex, language, isDefault }) => [name, sourceIndex, language, isDefault]),
    ).toEqual([
      ['audio-0', 1, 'eng', false],
      ['audio-1', 2, 'hin', true],
      ['audio-2', 3, null, false],
    ])
  })

  it('plans audio only', () => {
    expect(planLadder(aSource({ video: null }))).toMatchObject({
      mode: 'audio-only',
      audio: [{ name: 'audio-0' }],
    })
  })
})
