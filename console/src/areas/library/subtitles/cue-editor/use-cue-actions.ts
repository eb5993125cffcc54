import type { Player } from '@kinora/player'
import { type RefObject, useCallback, useState } from 'react'
import { readableTimeOf, seekTo } from '../../playback/player-time'
import type { Cue } from '../cues/cue'
import { addCue, changeCue, mergeWithNext, removeCues, shiftCues, splitCue } from '../cues/edits'
import type { CueDraft } from './use-cue-draft'

export interface CueActions {
  readonly cues: readonly Cue[]
  readonly chosen: ReadonlySet<number>
  /** The selected cue that keyboard selection extends from. */
  readonly head: number | undefined
  /** The cue that is being edited. */
  readonly opened: number | undefined
  choose(key: number, extend: boolean): void
  open(key: number | undefined): void
  press(cue: Cue, extend: boolean): void
  seek(cue: Cue): void
  change(change: Partial<Omit<Cue, 'key'>>, step: string): void
  add(): void
  split(): void
  merge(): void
  remove(): void
  shift(seconds: number, which: 'all' | 'chosen'): void
}

interface Given {
  readonly work: CueDraft
  readonly player: Player | undefined
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly mayEdit: boolean
}

/** The actions on cues, and the selection that they apply to. */
export function useCueActions({ work, player, textRef, mayEdit }: Given): CueActions {
  const { cues, edit } = work
  const [{ anchor, head }, setRange] = useState<{ anchor?: number; head?: number }>({})
  const [opened, open] = useState<number>()
  const chosen = between(cues, anchor, head)
  const at = cues.findIndex(({ key }) => key === head)
  const shown = () => player && readableTimeOf(player)
  const now = () => shown() ?? cues[at]?.end ?? cues.at(-1)?.end ?? 0

  const choose = useCallback(
    (key: number, extend: boolean) =>
      setRange((range) => ({ anchor: extend ? (range.anchor ?? key) : key, head: key })),
    [],
  )
  const press = useCallback(
    ({ key }: Cue, extend: boolean) => {
      choose(key, extend)
      open(mayEdit && !extend ? key : undefined)
    },
    [choose, mayEdit],
  )
  const seek = useCallback(
    (cue: Cue) => {
      choose(cue.key, false)
      if (player) seekTo(player, cue.start)
    },
    [choose, player],
  )
  return {
    cues,
    chosen,
    head,
    opened,
    choose,
    open,
    press,
    seek,
    change(change, step) {
      if (opened !== undefined) edit(changeCue(cues, opened, change), `${step} ${opened}`)
    },
    add() {
      const { cues: next, added } = addCue(cues, now())
      edit(next)
      press(added, false)
    },
    split() {
      if (head === undefined) return
      const next = splitCue(cues, head, { time: shown(), caret: caretIn(textRef.current) })
      if (next) edit(next)
    },
    merge() {
      const next = head === undefined ? null : mergeWithNext(cues, head)
      if (next) edit(next)
    },
    remove() {
      if (chosen.size === 0) return
      const left = cues.filter(({ key }) => !chosen.has(key))
      const first = cues.findIndex(({ key }) => chosen.has(key))
      const neighbor = left[Math.min(first, left.length - 1)]
      edit(removeCues(cues, chosen))
      open(undefined)
      setRange(neighbor ? { anchor: neighbor.key, head: neighbor.key } : {})
    },
    shift(seconds, which) {
      edit(shiftCues(cues, which === 'all' ? null : chosen, seconds))
    },
  }
}

function between(cues: readonly Cue[], anchor: number | undefined, head: number | undefined): Set<number> {
  const ends = [anchor, head].map((key) => cues.findIndex((cue) => cue.key === key))
  const inside = ends.filter((at) => at >= 0)
  if (inside.length === 0) return new Set()
  return new Set(cues.slice(Math.min(...inside), Math.max(...inside) + 1).map(({ key }) => key))
}

/** The caret's position inside the text; undefined at either end, where a split would leave an empty cue. */
function caretIn(field: HTMLTextAreaElement | null): number | undefined {
  const caret = field?.selectionStart ?? 0
  return caret > 0 && caret < (field?.value.length ?? 0) ? caret : undefined
}
