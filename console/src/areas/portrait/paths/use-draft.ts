import type { PortraitPath, PortraitShot } from '@kinora/contract'
import { useState } from 'react'

export interface Draft {
  readonly shots: readonly PortraitShot[]
  readonly isChanged: boolean
  /** Changes one or more shots in one step. */
  change(...changed: readonly PortraitShot[]): void
  undo(): void
  /** The changed shots, as they are saved. */
  changes(): Pick<PortraitShot, 'number' | 'mode' | 'keyframes' | 'halves' | 'text'>[]
}

/** The shots of a path while a person edits them. */
export function useDraft(path: PortraitPath): Draft {
  const [history, setHistory] = useState<readonly (readonly PortraitShot[])[]>([])
  const shots = history.at(-1) ?? path.shots
  return {
    shots,
    isChanged: history.length > 0,
    change: (...changed) =>
      setHistory([
        ...history,
        shots.map((shot) => changed.find(({ number }) => number === shot.number) ?? shot),
      ]),
    undo: () => setHistory(history.slice(0, -1)),
    changes: () =>
      shots
        .filter((shot, n) => shot !== path.shots[n])
        .map(({ number, mode, keyframes, halves, text }) => ({ number, mode, keyframes, halves, text })),
  }
}
