import { useCallback, useState } from 'react'
import type { Alarm } from '../stream/alarms'
import type { TileInfo } from '../stream/wall'

/** An alarm of a tile. */
export interface TileAlarm {
  readonly tile: string
  readonly name: string
  readonly alarm: Alarm
}

export interface WallAlarms {
  /** Alarms that nobody acknowledged, the worst and oldest first. */
  readonly open: readonly TileAlarm[]
  /** Whether the tile has alarms, and all of them were acknowledged. */
  readonly isAcknowledged: (tile: string) => boolean
  /** Acknowledges the first alarm, in this window only. */
  readonly acknowledge: () => void
}

const keyOf = (tile: string, { id, since }: Alarm) => `${tile} ${id} ${since}`

export function useAcknowledged(names: readonly string[], tiles: ReadonlyMap<string, TileInfo>): WallAlarms {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set())
  const open = names
    .flatMap((tile) =>
      (tiles.get(tile)?.alarms ?? []).map((alarm) => ({
        tile,
        name: tiles.get(tile)?.state?.name ?? '',
        alarm,
      })),
    )
    .filter(({ tile, alarm }) => !known.has(keyOf(tile, alarm)))
    .sort((one, other) => rank(one) - rank(other) || one.alarm.since - other.alarm.since)
  const [first] = open
  const acknowledge = useCallback(() => {
    if (first) setKnown((before) => new Set(before).add(keyOf(first.tile, first.alarm)))
  }, [first])
  return {
    open,
    acknowledge,
    isAcknowledged(tile) {
      const own = tiles.get(tile)?.alarms ?? []
      return own.length > 0 && own.every((alarm) => known.has(keyOf(tile, alarm)))
    },
  }
}

const rank = ({ alarm }: TileAlarm) => (alarm.tone === 'bad' ? 0 : 1)
