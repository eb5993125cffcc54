import type { TileState } from '@kinora/contract'
import type { PictureSigns } from './picture-watch'

/** Faults of a tile, the worst first. */
export const alarmIds = [
  'offline',
  'lost',
  'silent',
  'slate',
  'black',
  'frozen',
  'stream-faults',
  'no-audio',
  'bitrate-low',
  'frame-rate-low',
] as const
export type AlarmId = (typeof alarmIds)[number]

export interface Alarm {
  readonly id: AlarmId
  readonly tone: 'bad' | 'warn'
  /** Epoch ms. */
  readonly since: number
}

const tones: Readonly<Record<AlarmId, Alarm['tone']>> = {
  offline: 'bad',
  lost: 'bad',
  silent: 'bad',
  slate: 'bad',
  black: 'bad',
  frozen: 'bad',
  'stream-faults': 'bad',
  'no-audio': 'warn',
  'bitrate-low': 'warn',
  'frame-rate-low': 'warn',
}

/** The faults of a tile. Those that last keep the time at which they began. A stream that a person stopped has none. */
export function alarmsOf(
  state: TileState | null,
  signs: PictureSigns | null,
  before: readonly Alarm[],
  now: number,
): readonly Alarm[] {
  const found = new Set(findFaults(state, signs))
  const alarms = alarmIds
    .filter((id) => found.has(id))
    .map((id) => before.find((alarm) => alarm.id === id) ?? { id, tone: tones[id], since: now })
  const isSame = alarms.length === before.length && alarms.every((alarm, at) => alarm === before[at])
  return isSame ? before : alarms
}

function findFaults(state: TileState | null, signs: PictureSigns | null): AlarmId[] {
  if (state === null || state.status === 'off' || state.status === 'gone') return []
  if (state.status === 'waiting' || state.status === 'interrupted') return ['offline']
  if (state.status === 'lost' || state.status === 'silent') return [state.status]
  if (state.source === 'slate') return ['slate']
  const faults: AlarmId[] = []
  if (signs?.isBlack) faults.push('black')
  // A black picture does not move either.
  else if (signs?.isFrozen) faults.push('frozen')
  if ((state.signal?.faults.length ?? 0) > 0) faults.push('stream-faults')
  const warnings = new Set(state.health?.warnings.map(({ id }) => id))
  if (warnings.has('no-audio') || warnings.has('audio-silent')) faults.push('no-audio')
  if (warnings.has('bitrate-low')) faults.push('bitrate-low')
  if (warnings.has('frame-rate-low')) faults.push('frame-rate-low')
  return faults
}
