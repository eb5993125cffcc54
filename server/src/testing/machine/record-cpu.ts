import { afterAll, beforeAll, expect } from 'vitest'
import { cpuSeconds, recordCpu } from './cpu.ts'

let before = 0

beforeAll(() => {
  before = cpuSeconds()
})

afterAll(() => {
  recordCpu('vitest', expect.getState().testPath ?? '', cpuSeconds() - before)
})
