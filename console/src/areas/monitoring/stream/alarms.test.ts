import type { TileState } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { alarmsOf } from './alarms'

const health = { warnings: [] } as unknown as NonNullable<TileState['health']>
const live: TileState = { name: 'Gulf Sport', status: 'live', source: 'publisher', health, signal: null }
const warned = (...ids: string[]): TileState => ({
  ...live,
  health: { ...health, warnings: ids.map((id) => ({ id, value: null })) } as typeof health,
})
const ids = (state: TileState | null, signs: Parameters<typeof alarmsOf>[1] = null) =>
  alarmsOf(state, signs, [], 0).map(({ id }) => id)

describe('alarms of a tile', () => {
  it('come from its state, its health and its pictures, the worst first', () => {
    expect(ids(null)).toEqual([])
    expect(ids(live)).toEqual([])
    expect(ids({ ...live, status: 'off' })).toEqual([])
    expect(ids({ ...live, status: 'interrupted' })).toEqual(['offline'])
    expect(ids({ ...live, source: 'slate' }, { isBlack: true, isFrozen: true })).toEqual(['slate'])
    expect(ids(warned('bitrate-low', 'audio-silent'), { isBlack: false, isFrozen: true })).toEqual([
      'frozen',
      'no-audio',
      'bitrate-low',
    ])
    expect(ids(live, { isBlack: true, isFrozen: true })).toEqual(['black'])
  })

  it('keep the time at which they began', () => {
    const first = alarmsOf(warned('no-audio'), null, [], 1000)
    expect(first).toEqual([{ id: 'no-audio', tone: 'warn', since: 1000 }])
    expect(alarmsOf(warned('no-audio'), null, first, 2000)).toBe(first)
    expect(alarmsOf(warned('no-audio', 'bitrate-low'), null, first, 3000)).toEqual([
      ...first,
      { id: 'bitrate-low', tone: 'warn', since: 3000 },
    ])
    expect(alarmsOf(live, null, first, 4000)).toEqual([])
  })
})
