import { describe, expect, it } from 'vitest'
import type { End } from './failure.ts'
import { FfmpegFailure, reasonOf } from './failure.ts'

const ended: End = { code: 1, signal: null, stderrTail: '', mayHaveUsedCpu: false }

describe('reasonOf', () => {
  it.each<[string, Partial<End>, string | null]>([
    ['did what it was asked', { code: 0 }, null],
    ['left with 0 for want of memory', { code: 0, stderrTail: 'x: Cannot allocate memory' }, 'memory-limit'],
    ['could not open an encoder', { stderrTail: 'x264 [error]: malloc of size 99 failed' }, 'memory-limit'],
    ['was told that its time is up', { code: 255, mayHaveUsedCpu: true }, 'cpu-limit'],
    [
      'did not listen when its time was up',
      { code: null, signal: 'SIGKILL', mayHaveUsedCpu: true },
      'cpu-limit',
    ],
    ['died of its time', { code: null, signal: 'SIGXCPU' }, 'cpu-limit'],
    ['was killed early', { code: null, signal: 'SIGKILL' }, 'killed'],
    ['wrote too much', { code: null, signal: 'SIGXFSZ' }, 'output-limit'],
    ['wrote too much and noticed', { stderrTail: 'av_write_frame(): File too large' }, 'output-limit'],
    [
      'did not understand its input',
      { stderrTail: 'Invalid data found when processing input' },
      'invalid-data',
    ],
    ['failed otherwise', { stderrTail: 'Unknown encoder' }, 'failed'],
  ])('of a run that %s', (_, end, reason) => {
    expect(reasonOf({ ...ended, ...end })).toBe(reason)
  })
})

describe('FfmpegFailure', () => {
  it('carries a command to paste into a shell and ends its message with the last line said', () => {
    const failure = new FfmpegFailure('failed', ['ffmpeg', '-vf', "a='b c'", 'out.mp4'], 'one\ntwo\n')
    expect(failure.command).toBe(`ffmpeg -vf 'a='\\''b c'\\''' out.mp4`)
    expect(failure.message).toBe('ffmpeg: failed: two')
  })
})
