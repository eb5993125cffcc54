import type { Player } from '@kinora/player'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { rowHeight } from './cue-row'
import type { CueActions } from './use-cue-actions'

interface Followed {
  readonly actions: Pick<CueActions, 'follow' | 'head'>
  readonly player: Player | undefined
  /** The cue at the playhead. */
  readonly currentKey: number | undefined
  /** Top and bottom of the selected cue in the list. */
  readonly headTop: number
  readonly headBottom: number
}

/** Scrolls to the cue that the user or the playhead has selected, also when it grows while it is edited. Returns what
 * focuses its row. */
export function useCueFocus(
  box: RefObject<HTMLElement | null>,
  { actions, player, currentKey, headTop, headBottom }: Followed,
): () => void {
  useLayoutEffect(() => {
    const list = box.current
    if (!list || headBottom === 0) return
    const ahead = 2 * rowHeight(0)
    if (headTop < list.scrollTop) list.scrollTop = headTop
    else if (headBottom > list.scrollTop + list.clientHeight)
      list.scrollTop = headBottom + ahead - list.clientHeight
  }, [box, headTop, headBottom])
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const isPlaying = player?.video.paused === false
    if (currentKey === undefined || (isPlaying && box.current?.contains(document.activeElement))) return
    latest.current.follow(currentKey)
  }, [box, player, currentKey])
  return () =>
    void requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-cue="${latest.current.head}"]`)?.focus(),
    )
}
