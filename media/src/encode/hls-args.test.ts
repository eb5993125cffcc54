import { describe, expect, it } from 'vitest'
import { aSource, aTrack, aVideo } from '../testing/test-source.ts'
import { canFollowSegments, firstArgs, ladderArgs } from './hls-args.ts'
import type { VideoPlan } from './ladder.ts'
import { planLadder } from './ladder.ts'

const input = { path: 'source', demuxer: 'mov' }
const filters = new Set(['zscale', 'tonemap'])
const everySecond = {
  keyframesS: Array.from({ length: 61 }, (_, n) => n),
  reorderS: 0.067,
  isClosed: true,
  isSteady: true,
}

function planned(change: Parameters<typeof aVideo>[0] = {}, isRepackaged = false) {
  const video = aVideo(change)
  const source = { ...aSource({ video }), video }
  const plan = planLadder(source, isRepackaged ? everySecond : null)
  if (plan.mode === 'audio-only') throw new Error('the picture was lost')
  return { source, plan }
}

const count = (args: string[], word: string) => args.filter((arg) => arg === word).length
const rest = ({ plan }: { plan: VideoPlan }) => plan.rest

describe('firstArgs', () => {
  it('never guesses the format, and reads only files', () => {
    const { source, plan } = planned()
    expect(firstArgs(input, source, plan, filters).join(' ')).toContain(
      '-protocol_whitelist file -fflags +discardcorrupt -f mov -i file:source',
    )
  })

  it('copies repackaged video and AAC', () => {
    const { source, plan } = planned({}, true)
    const args = firstArgs(input, source, plan, filters)
    expect(args.join(' ')).toContain('-map 0:0 -c:v copy')
    expect(args.join(' ')).toContain('-map 0:1 -c:a copy')
    expect(args).not.toContain('libx264')
  })

  it('encodes only the lowest rung, and all audio once', () => {
    const { source, plan } = planned()
    const args = firstArgs(input, { ...source, audio: [aTrack()] }, plan, filters)
    expect(count(args, 'libx264')).toBe(1)
    expect(args).toContain('240p/index.m3u8')
    expect(args).toContain('audio-0/index.m3u8')
  })

  it('maps only audio if there is no video', () => {
    const source = aSource({ video: null })
    const args = firstArgs(input, source, planLadder(source), filters)
    expect(count(args, '-map')).toBe(1)
  })

  it('puts video and audio on one clock, without edit lists', () => {
    const { source, plan } = planned()
    const args = firstArgs(input, source, plan, filters)
    const movflags = args.filter((arg) => arg.startsWith('movflags='))
    expect(movflags).toHaveLength(2)
    for (const flags of movflags) expect(flags).toMatch(/\+negative_cts_offsets:use_editlist=0/)
  })
})

describe('ladderArgs', () => {
  it('decodes once for all rungs', () => {
    const ladder = planned()
    const args = ladderArgs(input, ladder.source, ladder.plan, rest(ladder), null, filters)
    expect([count(args, '-i'), count(args, 'libx264')]).toEqual([1, 4])
    expect(args.find((arg) => arg.includes('split=4'))).toBeDefined()
  })

  it('encodes a single rung again', () => {
    const ladder = planned()
    const args = ladderArgs(input, ladder.source, ladder.plan, rest(ladder).slice(1, 2), null, filters)
    expect(count(args, 'libx264')).toBe(1)
    expect(args).toContain('480p/index.m3u8')
  })

  it('cuts every rung at the same multiples', () => {
    const ladder = planned()
    const args = ladderArgs(input, ladder.source, ladder.plan, rest(ladder), null, filters)
    expect(count(args, 'expr:gte(t,n_forced*4)')).toBe(4)
  })

  it('cuts at the segments of the repackaged rendition and keeps its frame times', () => {
    const ladder = planned({ startTimeS: 0.05 }, true)
    const args = ladderArgs(input, ladder.source, ladder.plan, rest(ladder), [0, 4.1, 8.2], filters)
    expect(count(args, '0.049000,4.149000,8.249000')).toBe(4)
    expect(args).toContain('passthrough')
    expect(args.some((arg) => arg.includes('fps='))).toBe(false)
  })

  it.each<[string, Parameters<typeof aVideo>[0], string]>([
    ['weaves interlaced fields', { isInterlaced: true }, 'bwdif=mode=send_frame'],
    ['maps HDR to SDR', { isHdr: true }, 'tonemap=hable'],
    ['makes the rate constant from time zero', {}, 'fps=30/1:start_time=0'],
  ])('%s', (_, video, filter) => {
    const ladder = planned(video)
    const args = ladderArgs(input, ladder.source, ladder.plan, rest(ladder), null, filters)
    expect(args.filter((arg) => arg.includes(filter))).toHaveLength(1)
  })

  it('only tags HDR as SDR if ffmpeg cannot map it', () => {
    const ladder = planned({ isHdr: true })
    const args = ladderArgs(input, ladder.source, ladder.plan, rest(ladder), null, new Set())
    expect(args.some((arg) => arg.includes('setparams=color_primaries=bt709'))).toBe(true)
    expect(args.some((arg) => arg.includes('zscale'))).toBe(false)
  })
})

describe('canFollowSegments', () => {
  it('is false if the list does not fit on a command line', () => {
    expect(canFollowSegments([0, 4, 8])).toBe(true)
    expect(canFollowSegments(new Array(10_000).fill(0))).toBe(false)
  })
})
