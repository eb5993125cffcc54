import { expect, it } from 'vitest'
import { opusDurationS } from './opus-duration.ts'

it.each([
  ['a SILK frame of 60 ms', [3 << 3], 0.06],
  ['a hybrid frame of 20 ms', [13 << 3], 0.02],
  ['a CELT frame of 2.5 ms', [28 << 3], 0.0025],
  ['two CELT frames of 20 ms', [(31 << 3) | 1], 0.04],
  ['three SILK frames of 20 ms', [(9 << 3) | 3, 0x83], 0.06],
  ['nothing', [], 0],
])('reads the duration of %s', (_, bytes, seconds) => {
  expect(opusDurationS(Uint8Array.from(bytes))).toBe(seconds)
})
