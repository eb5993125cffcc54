import { circlesOf } from './circles.mjs'
import { findFile, resolveImport } from './rooms.mjs'
import { isTest } from './sources.mjs'
import { parseSource } from './syntax.mjs'

/** @typedef {Map<string, string>} Arrows  From `a -> b` of two features to one of the imports that make the arrow.
 * @typedef {Map<string, string[]>} Targets */

/** A line for each circle of features. A file beside the features counts as a feature. Type imports count. Tests do not,
 * nor does `feature.ts`, which stands above the area's context.
 * @param {import('./sources.mjs').Source[]} sources
 * @returns {string[]} */
export function featureCircles(sources) {
  return Array.from(arrowsByArea(sources)).flatMap(([area, arrows]) => {
    const targets = targetsOf(Array.from(arrows.keys()))
    return circlesOf(targets).map(
      (circle) => `${area} has a circle of features: ${describe(shortestIn(circle, targets), arrows)}`,
    )
  })
}

/** @param {import('./sources.mjs').Source[]} sources @returns {Map<string, Arrows>} */
function arrowsByArea(sources) {
  const files = new Set(sources.map(({ path: file }) => file))
  /** @type {Map<string, Arrows>} */
  const areas = new Map()
  for (const source of sources.filter(({ path: file }) => !isTest(file) && !file.endsWith('/feature.ts'))) {
    const [, area = '', from = ''] = /^((?:server|console)\/src\/areas\/[^/]+)\/(.+)$/.exec(source.path) ?? []
    if (area === '') continue
    const arrows = areas.get(area) ?? new Map()
    areas.set(area, arrows)
    for (const specifier of parseSource(source).imports) {
      const target = findFile(resolveImport(source.path, specifier) ?? '', files)
      if (target === null || !target.startsWith(`${area}/`)) continue
      const to = target.slice(area.length + 1)
      if (featureOf(from) === featureOf(to)) continue
      arrows.set(`${featureOf(from)} -> ${featureOf(to)}`, `${from} imports ${to}`)
    }
  }
  return areas
}

/** @param {string} file */
function featureOf(file) {
  return file.split('/', 1)[0] ?? ''
}

/** @param {string[]} arrows @returns {Targets} */
function targetsOf(arrows) {
  /** @type {Targets} */
  const targets = new Map()
  for (const arrow of arrows) {
    const [from = '', to = ''] = arrow.split(' -> ')
    targets.set(from, [...(targets.get(from) ?? []), to])
  }
  return targets
}

/** The shortest circle through some of these features, as their names; the first is also the last.
 * @param {string[]} features
 * @param {Targets} targets
 * @returns {string[]} */
function shortestIn(features, targets) {
  return features
    .flatMap((feature) => (targets.get(feature) ?? []).map((next) => ({ feature, next })))
    .flatMap(({ feature, next }) => {
      const back = shortestPath(next, feature, targets)
      return back === null ? [] : [[feature, ...back]]
    })
    .reduce((least, circle) => (circle.length < least.length ? circle : least))
}

/** @param {string} from @param {string} to @param {Targets} targets @returns {string[] | null} */
function shortestPath(from, to, targets) {
  const paths = [[from]]
  const reached = new Set([from])
  for (const path of paths) {
    const last = path.at(-1) ?? from
    if (last === to) return path
    for (const next of targets.get(last) ?? []) {
      if (!reached.has(next)) paths.push([...path, next])
      reached.add(next)
    }
  }
  return null
}

/** @param {string[]} circle @param {Arrows} arrows @returns {string} */
function describe(circle, arrows) {
  const imports = circle.slice(1).map((to, index) => arrows.get(`${circle[index]} -> ${to}`))
  return `${circle.join(' -> ')} (${imports.join(', ')})`
}
