import { describe, expect, it } from 'vitest'
import { progressReader } from './progress.ts'

const block = 'frame=75\nfps=0.0\ntotal_size=1024\nout_time_us=2500000\nspeed=5.01x\nprogress=continue\n'

describe('progressReader', () => {
  it('reads a whole report', () => {
    expect(progressReader()(block)).toEqual([
      { outTimeS: 2.5, frame: 75, speed: 5.01, totalSize: 1024, done: false },
    ])
  })

  it('joins chunks', () => {
    const read = progressReader()
    expect([...block].flatMap((char) => read(char))).toHaveLength(1)
  })

  it('reads several reports and returns the last', () => {
    const reports = progressReader()(`${block}${block.replace('continue', 'end')}`)
    expect(reports.map(({ done }) => done)).toEqual([false, true])
  })

  it('treats N/A as unknown', () => {
    const early = 'out_time_us=-9223372036854775807\ntotal_size=N/A\nspeed=N/A\nprogress=continue\n'
    expect(progressReader()(early)).toEqual([
      { outTimeS: 0, frame: null, speed: null, totalSize: null, done: false },
    ])
  })

  it('does not grow with unknown input', () => {
    const read = progressReader()
    expect(read('x'.repeat(1_000_000))).toEqual([])
    expect(read(`\n${block}`)).toHaveLength(1)
  })
})
