import { findFile, resolveImport } from './rooms.mjs'
import { parseSource } from './syntax.mjs'

/** The groups of files that import each other in a circle, one line each with its files. Type imports count too.
 * @param {import('./sources.mjs').Source[]} sources
 * @returns {string[]} */
export function importCircles(sources) {
  const files = new Set(sources.map(({ path: file }) => file))
  const imports = new Map(
    sources.map((source) => [
      source.path,
      parseSource(source).imports.flatMap((specifier) => {
        const target = resolveImport(source.path, specifier)
        return (target !== null && findFile(target, files)) || []
      }),
    ]),
  )
  return circlesOf(imports)
    .map((circle) => `import circle: ${circle.toSorted().join(', ')}`)
    .toSorted()
}

/** The strongly connected components of a graph that are circles, by Tarjan's algorithm.
 * @param {Map<string, string[]>} edges
 * @returns {string[][]} */
export function circlesOf(edges) {
  /** @type {string[][]} */
  const circles = []
  /** @type {string[]} */
  const open = []
  /** The order in which nodes were reached. It is no longer relevant once a component is complete.
   * @type {Map<string, number>} */
  const order = new Map()

  /** @param {string} node @returns {number} the earliest node that can be reached from this one */
  const visit = (node) => {
    const own = order.size
    order.set(node, own)
    open.push(node)
    const targets = edges.get(node) ?? []
    const earliest = targets.reduce((least, target) => Math.min(least, reach(target)), own)
    if (earliest < own) return earliest
    const part = open.splice(open.indexOf(node))
    for (const complete of part) order.set(complete, Number.POSITIVE_INFINITY)
    if (part.length > 1 || targets.includes(node)) circles.push(part)
    return Number.POSITIVE_INFINITY
  }
  /** @param {string} node */
  const reach = (node) => order.get(node) ?? visit(node)

  for (const node of edges.keys()) reach(node)
  return circles
}
