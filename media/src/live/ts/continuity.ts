import type { TsPacket } from './packets.ts'

export type Continuity = 'next' | 'repeated' | 'broken'

/** Follows the continuity counter of one PID (ISO 13818-1 2.4.3.3). */
export function createContinuity(): (packet: TsPacket) => Continuity {
  let last: number | null = null
  return ({ continuity }) => {
    const before = last
    last = continuity
    if (before === null || continuity === ((before + 1) & 0x0f)) return 'next'
    return continuity === before ? 'repeated' : 'broken'
  }
}
