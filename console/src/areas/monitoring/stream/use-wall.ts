import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createWall, type Wall, type WallSnapshot } from './wall'

/** Shows tiles while the component is mounted. */
export function useWall(environmentId: string, tiles: readonly string[]): [Wall | null, WallSnapshot] {
  const [wall, setWall] = useState<Wall | null>(null)
  useEffect(() => {
    const made = createWall(environmentId)
    setWall(made)
    return () => made.close()
  }, [environmentId])
  const latest = useRef(tiles)
  latest.current = tiles
  const names = tiles.join(',')
  // The tiles attach their canvases before this effect runs.
  useEffect(() => {
    if (names.length >= 0) wall?.watch(latest.current)
  }, [wall, names])
  const snapshot = useSyncExternalStore(wall?.subscribe ?? notYet, wall?.snapshot ?? (() => empty))
  return [wall, snapshot]
}

const empty: WallSnapshot = { connection: 'connecting', tiles: new Map() }
const notYet = () => () => undefined
