import type { PortraitPath, PortraitShot } from '@kinora/contract'
import { useState } from 'react'

export interface Draft {
  readonly shots: readonly PortraitShot[]
  readonly isChanged: boolean
  change(shot: PortraitShot): void
  undo(): void
  /** The changed shots, as they are saved. */
  changes(): Pick<PortraitShot, 'number' | 'mode' | 'keyframes' | 'halves'>[]
}

/** The shots of a path while a person edits them. */
export function useDraft(path: PortraitPath): Draft {
  const [history, setHistory] = useState<readonly (readonly PortraitShot[])[]>([])
  const shots = history.at(-1) ?? path.shots
  return {
    shots,
    isChanged: history.length > 0,
    change: (shot) =>
      setHistory([...history, shots.map((other) => (other.number === shot.number ? shot : other))]),
    undo: () => setHistory(history.slice(0, -1)),
    changes: () =>
      shots
        .filter((shot, n) => shot !== path.shots[n])
        .map(({ number, mode, keyframes, halves }) => ({ number, mode, keyframes, halves })),
  }
}
