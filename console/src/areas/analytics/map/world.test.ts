import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { classesOf, classOf } from './classes'
import { pathsOf, worldSize } from './world'

const world = pathsOf(JSON.parse(readFileSync(join(import.meta.dirname, 'world.topojson'), 'utf8')))

/** Projects degrees onto the map (Equal Earth, Šavrič, Patterson and Jenny 2018), which spans from 180° W to 180° E. */
function pointOnMap(longitude: number, latitude: number): [number, number] {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796]
  const rad = Math.PI / 180
  const m = Math.sqrt(3) / 2
  const project = (lon: number, lat: number) => {
    const t = Math.asin(m * Math.sin(lat * rad))
    const x = (lon * rad * Math.cos(t)) / (m * (a1 + 3 * a2 * t ** 2 + t ** 6 * (7 * a3 + 9 * a4 * t ** 2)))
    const y = t * (a1 + a2 * t ** 2 + t ** 6 * (a3 + a4 * t ** 2))
    return [x, y] as const
  }
  const fiji = project(180, -16.5)
  const north = project(0, 83.6)
  const scale = worldSize.width / 2 / fiji[0]
  const [x, y] = project(longitude, latitude)
  return [worldSize.width / 2 + x * scale, (north[1] - y) * scale]
}

/** The country at a point: a ray to the east crosses its outlines an odd number of times. */
function countryAt([x, y]: [number, number]): string | undefined {
  const inside = ([, path]: [string, string]) => {
    const rings = path.split(/[MZ]+/).filter(Boolean)
    const crossings = rings.flatMap((ring) => {
      const points = ring.split('L').map((point) => point.split(' ').map(Number) as [number, number])
      return points.filter(([x1, y1], n) => {
        const [x2, y2] = points[(n + 1) % points.length] ?? [x1, y1]
        return y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)
      })
    })
    return crossings.length % 2 === 1
  }
  return [...world].find(inside)?.[0]
}

describe('the world map', () => {
  it.each([
    ['IN', 'Delhi', 77.2, 28.6],
    ['IN', 'Srinagar', 74.8, 34.1],
    ['IN', 'Gilgit', 74.3, 35.9],
    ['IN', 'Skardu', 75.6, 35.3],
    ['IN', 'Aksai Chin', 79.3, 35.2],
    ['IN', 'the Shaksgam valley', 76.5, 36.0],
    ['IN', 'Tawang in Arunachal Pradesh', 92.1, 27.6],
    ['IN', 'Anini in Arunachal Pradesh', 95.9, 28.8],
    ['PK', 'Lahore', 74.2, 31.5],
    ['PK', 'Peshawar', 71.5, 34.0],
    ['CN', 'Kashgar', 76.0, 39.5],
    ['CN', 'Lhasa', 91.1, 29.9],
    ['NP', 'Pokhara', 84.0, 28.2],
    ['AE', 'Liwa', 53.7, 23.1],
    ['BR', 'Brasília', -47.9, -15.8],
    ['LS', 'Lesotho', 28.3, -29.6],
  ])('has %s where %s is', (code, _place, longitude, latitude) => {
    expect(countryAt(pointOnMap(longitude, latitude))).toBe(code)
  })

  it('has a shape for nearly all countries, within its size', () => {
    expect(world.size).toBeGreaterThan(230)
    const numbers = [...world.values()].flatMap((path) => path.match(/[\d.]+ [\d.]+/g) ?? [])
    for (const pair of numbers) {
      const [x = -1, y = -1] = pair.split(' ').map(Number)
      expect(x >= 0 && x <= worldSize.width && y >= 0 && y <= worldSize.height).toBe(true)
    }
  })
})

describe('classes of values', () => {
  it('have about equal numbers of values', () => {
    const values = Array.from({ length: 50 }, (_, n) => 2 ** (n / 2))
    const classes = classesOf(values, 5)
    const counts = classes.map((_, n) => values.filter((value) => classOf(classes, value) === n).length)
    expect(counts).toEqual([10, 10, 10, 10, 10])
    expect(classes[0]?.from).toBe(1)
    expect(classes.at(-1)?.to).toBe(values.at(-1))
  })

  it('are fewer for few values, and never split equal values', () => {
    expect(classesOf([], 5)).toEqual([])
    expect(classesOf([7], 5)).toEqual([{ from: 7, to: 7 }])
    expect(classesOf([1, 1, 1, 1, 1, 9], 5)).toEqual([
      { from: 1, to: 1 },
      { from: 9, to: 9 },
    ])
    expect(classOf(classesOf([1, 1, 1, 1, 1, 9], 5), 9)).toBe(1)
  })
})
