/** Size of the map, in its own units. */
export const worldSize = { width: 1000, height: 439 } as const

/** The part of TopoJSON that the map uses: delta-encoded arcs, and countries made of arcs. */
interface Topology {
  readonly transform: { readonly scale: Pair; readonly translate: Pair }
  readonly arcs: readonly (readonly Pair[])[]
  readonly objects: { readonly world: { readonly geometries: readonly Geometry[] } }
}
type Pair = readonly [number, number]
/** Indexes of arcs. A negative index `~n` is arc `n` reversed. */
type Ring = readonly number[]
type Geometry =
  | { readonly type: 'Polygon'; readonly id: string; readonly arcs: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly id: string; readonly arcs: readonly (readonly Ring[])[] }
  | { readonly type: null; readonly id: string }

/** Loads the outlines of countries as SVG paths, by country code. */
export async function loadWorld(): Promise<ReadonlyMap<string, string>> {
  const { default: text } = await import('./world.topojson?raw')
  return pathsOf(JSON.parse(text) as Topology)
}

export function pathsOf({ transform, arcs, objects }: Topology): ReadonlyMap<string, string> {
  const [[sx, sy], [tx, ty]] = [transform.scale, transform.translate]
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): string => {
      x += dx
      y += dy
      return `${(x * sx + tx).toFixed(1)} ${(y * sy + ty).toFixed(1)}`
    })
  })
  const lineOf = (arc: number) => (arc < 0 ? lines[~arc]?.toReversed() : lines[arc]) ?? []
  // Each arc starts with the last point of the previous one.
  const ringOf = (ring: Ring) => `M${ring.flatMap((arc, n) => lineOf(arc).slice(n > 0 ? 1 : 0)).join('L')}Z`
  return new Map(
    objects.world.geometries.flatMap((geometry) => {
      if (geometry.type === null) return []
      const rings = geometry.type === 'Polygon' ? geometry.arcs : geometry.arcs.flat()
      return [[geometry.id, rings.map(ringOf).join('')]]
    }),
  )
}
