import type { WallLayout, WallSource } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { wallSearch } from './search'
import { shownWall } from './shown-wall'

const tile = (n: number) => `livestream:0197${String(n).padStart(4, '0')}-0000-7000-8000-000000000000`
const source = (n: number, status: WallSource['status']): WallSource => ({
  tile: tile(n),
  name: `S${n}`,
  status,
})
const layout: WallLayout = {
  id: 'a',
  name: 'Master control',
  grid: 3,
  tiles: [tile(1), null, tile(2)],
  rotateS: 20,
  createdBy: 'Ananya',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
}

describe('the wall that is shown', () => {
  it('shows what is on air if nobody chose anything, in the smallest grid', () => {
    const sources = [1, 2, 3, 4, 5].map((n) => source(n, n === 4 ? 'waiting' : 'live'))
    const wall = shownWall(wallSearch({}), [layout], sources)
    expect(wall).toMatchObject({ isAutomatic: true, grid: 2, rotateS: 0, pages: 1, isChanged: false })
    expect(wall.tiles).toEqual([1, 2, 3, 5].map(tile))
    expect(shownWall(wallSearch({}), [], [])).toMatchObject({ grid: 2, tiles: [], pages: 1, shown: [] })
  })

  it('follows a saved layout, and what differs from it in the address', () => {
    const own = shownWall(wallSearch({ layout: 'a' }), [layout], [])
    expect(own).toMatchObject({ grid: 3, tiles: [tile(1), '', tile(2)], rotateS: 20, isChanged: false })
    const changed = shownWall(wallSearch({ layout: 'a', grid: 2, rotate: 0 }), [layout], [])
    expect(changed).toMatchObject({ grid: 2, rotateS: 0, isChanged: true })
    expect(shownWall(wallSearch({ layout: 'gone' }), [layout], [])).toMatchObject({ isAutomatic: true })
  })

  it('cuts the tiles into pages', () => {
    const tiles = Array.from({ length: 10 }, (_, n) => tile(n))
    const wall = shownWall(wallSearch({ tiles, grid: 2, page: 9 }), [], [])
    expect(wall).toMatchObject({ pages: 3, page: 3, isAutomatic: false })
    expect(wall.shown).toEqual(tiles.slice(8))
  })
})
