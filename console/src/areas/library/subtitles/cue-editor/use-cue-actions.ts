import type { Player } from '@kinora/player'
import { type RefObject, useCallback, useState } from 'react'
import { readableTimeOf, seekTo } from '../../playback/player-time'
import type { Cue } from '../cues/cue'
import { addCue, changeCue, mergeWithNext, removeCues, shiftCues, splitCue } from '../cues/edits'
import { type Repair, repairCue } from '../cues/repairs'
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
  /** Selects, seeks to and opens a cue. */
  press(cue: Cue, extend: boolean): void
  seek(cue: Cue): void
  /** Selects the cue at the playhead, unless the user edits a cue or has selected several. */
  follow(key: number): void
  change(change: Partial<Omit<Cue, 'key'>>, step: string): void
  add(): void
  split(): void
  merge(): void
  /** Removes the selected cues, or only this one. */
  remove(only?: number): void
  repair(cue: Cue, repair: Repair): void
  shift(seconds: number, which: 'all' | 'chosen'): void
}

interface Given {
  readonly draft: CueDraft
  readonly player: Player | undefined
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly mayEdit: boolean
}

/** The actions on cues, and the selection that they apply to. */
export function useCueActions({ draft, player, textRef, mayEdit }: Given): CueActions {
  const { cues, edit } = draft
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
  const seek = useCallback(
    (cue: Cue) => {
      choose(cue.key, false)
      open((key) => (key === cue.key ? key : undefined))
      if (player) seekTo(player, cue.start)
    },
    [choose, player],
  )
  const press = useCallback(
    (cue: Cue, extend: boolean) => {
      if (extend) choose(cue.key, true)
      else seek(cue)
      open(mayEdit && !extend ? cue.key : undefined)
    },
    [choose, seek, mayEdit],
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
    follow(key) {
      if (opened === undefined && chosen.size <= 1) choose(key, false)
    },
    change(change, step) {
      if (opened !== undefined) edit(changeCue(cues, opened, change), `${step} ${opened}`)
    },
    add() {
      const { cues: next, added } = addCue(cues, now())
      edit(next)
      choose(added.key, false)
      open(added.key)
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
    remove(only) {
      const removed = only === undefined ? chosen : new Set([only])
      if (removed.size === 0) return
      const left = cues.filter(({ key }) => !removed.has(key))
      const first = cues.findIndex(({ key }) => removed.has(key))
      const neighbor = left[Math.min(first, left.length - 1)]
      edit(removeCues(cues, removed))
      open(undefined)
      setRange(neighbor ? { anchor: neighbor.key, head: neighbor.key } : {})
    },
    repair(cue, repair) {
      edit(repairCue(cues, cue.key, repair))
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
