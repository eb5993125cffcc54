import type { Content } from '@kinora/contract'
import { useEffect, useState } from 'react'
import { loadStoryboard, type Tile } from '../images/storyboard'
import { opened } from '../playback/playback-token'

/** The frame at a time; undefined while the storyboard loads, or if there is none. */
export function useStoryboard(content: Content): (seconds: number) => Tile | undefined {
  const [tiles, setTiles] = useState<readonly Tile[]>([])
  // The storyboard is ready once the later waveform is.
  const isDrawn = content.poster !== null && (content.stage === null || content.waveform !== null)
  const address = isDrawn ? opened(content.urls.storyboard, content) : null
  useEffect(() => {
    if (address === null) return
    let isHere = true
    void loadStoryboard(address).then((found) => isHere && setTiles(found))
    return () => {
      isHere = false
    }
  }, [address])
  return (seconds) =>
    tiles[Math.min(tiles.length - 1, Math.floor((seconds / (content.duration ?? 1)) * tiles.length))]
}
