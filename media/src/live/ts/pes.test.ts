import { expect, it } from 'vitest'
import { createPesReader, type PesPacket } from './pes.ts'

const MAX_BYTES = 8 * 1024 ** 2

it('drops a PES packet of very many small parts, and reads the next one', () => {
  const read: PesPacket[] = []
  const push = createPesReader(MAX_BYTES, (pes) => read.push(pes))
  let counter = 0
  const packet = (isStart: boolean, payload: Uint8Array) => {
    push({ pid: 256, continuity: counter, isStart, payload })
    counter = (counter + 1) % 16
  }
  const start = Uint8Array.of(0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1, 9)
  packet(true, start)
  for (let n = 0; n < 300_000; n++) packet(false, Uint8Array.of(7))
  expect(read).toEqual([])
  packet(true, start)
  packet(true, start)
  expect(read).toEqual([{ pts: 0, dts: 0, data: Uint8Array.of(9), isAfterLoss: true }])
})
