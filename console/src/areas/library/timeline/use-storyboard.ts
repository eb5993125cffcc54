import type { Content } from '@kinora/contract'
import { useEffect, useState } from 'react'
import { isRecorded } from '../parts/status'
import { opened } from '../playback-token'
import { loadStoryboard, type Tile } from './storyboard'

/** The storyboard of a recording that grows is loaded again after so many seconds. */
const GROWN_S = 30

/** The frame at a time; undefined while the storyboard loads, or if there is none. */
export function useStoryboard(content: Content): (seconds: number) => Tile | undefined {
  const [tiles, setTiles] = useState<readonly Tile[]>([])
  // The storyboard is ready once the later waveform is.
  const isDrawn = content.poster !== null && (content.stage === null || content.waveform !== null)
  const growing = content.stage === null ? null : Math.floor((content.duration ?? 0) / GROWN_S)
  const address = isDrawn || isRecorded(content) ? opened(content.urls.storyboard, content) : null
  useEffect(() => {
    if (address === null) return
    let isHere = true
    void loadStoryboard(address, growing).then((found) => isHere && setTiles(found))
    return () => {
      isHere = false
    }
  }, [address, growing])
  return (seconds) =>
    isRecorded(content)
      ? (tiles.findLast(({ startS }) => startS <= seconds) ?? tiles[0])
      : tiles[Math.min(tiles.length - 1, Math.floor((seconds / (content.duration ?? 1)) * tiles.length))]
}
