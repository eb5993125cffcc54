import { floorOf, hasFloor, isAreaIndex, mayStandOn, packageOf, resolveImport, roomOf } from './rooms.mjs'
import { isTest } from './sources.mjs'
import { parseSource } from './syntax.mjs'

/** Which rooms a room may import, besides itself. Areas have floors in addition. */
const mayImport = {
  contract: [],
  media: [],
  platform: ['contract', 'media'],
  areas: ['contract', 'media', 'platform'],
  server: ['contract', 'media', 'platform', 'areas'],
  console: ['contract', 'player'],
  player: ['contract', 'media'],
  e2e: ['contract'],
}

/** @typedef {import('./sources.mjs').Source} Source */

/** A line for each area without a floor, and for each import that crosses a border, with both files.
 * @param {Source[]} sources
 * @returns {string[]} */
export function brokenBorders(sources) {
  return unknownAreas(sources).concat(brokenImports(sources))
}

/** @param {Source[]} sources @returns {string[]} */
function unknownAreas(sources) {
  const areas = new Set(sources.map(({ path: file }) => roomOf(file).area))
  return Array.from(areas).flatMap((area) =>
    area === null || hasFloor(area) ? [] : [`the area ${area} has no floor in scripts/rules/rooms.mjs`],
  )
}

/** @param {Source[]} sources @returns {string[]} */
function brokenImports(sources) {
  return sources.flatMap(({ path: file, text }) =>
    parseSource({ path: file, text }).imports.flatMap((specifier) => {
      const target = resolveImport(file, specifier)
      const reason = target === null ? packageReason(file, specifier) : ownReason(file, target)
      return reason === null ? [] : [`${file} imports ${target ?? specifier}: ${reason}`]
    }),
  )
}

/** @param {string} file @param {string} target @returns {string | null} */
function ownReason(file, target) {
  const from = roomOf(file)
  const to = roomOf(target)
  if (from.room === to.room && from.area !== null && to.area !== null)
    return areaReason(from.area, to.area, target)
  if (from.room === to.room || !Object.hasOwn(mayImport, from.room)) return null
  // A test in a room may import the composition above it, to test it as a whole.
  if (isTest(file) && from.room === 'areas' && to.room === 'server') return null
  // Journeys prepare data, publish live streams and watch videos like the server's tests, but their Kinora is a program of
  // its own.
  const isHelper = /^server\/src\/testing\/(?!kinora\b|world\b)/.test(target)
  if (from.room === 'e2e' && isHelper) return null
  if (from.room === 'media' && target === 'contract/src/cut-text') return null
  const allowed = mayImport[/** @type {keyof typeof mayImport} */ (from.room)]
  if (allowed.some((room) => room === to.room)) return null
  return `${from.room} may import from ${allowed.join(', ') || 'nothing of ours'} only`
}

/** @param {string} from @param {string} to @param {string} target @returns {string | null} */
function areaReason(from, to, target) {
  if (from === to || !hasFloor(from) || !hasFloor(to)) return null
  if (!mayStandOn(from, to))
    return `${from} (floor ${floorOf(from)}) may not stand on ${to} (floor ${floorOf(to)})`
  return isAreaIndex(target) ? null : `${to} is entered through its index.ts only`
}

/** @param {string} file @param {string} specifier @returns {string | null} */
function packageReason(file, specifier) {
  const { room } = roomOf(file)
  const name = packageOf(specifier)
  if ((room === 'contract' || room === 'media') && file.startsWith(`${room}/src/`) && !isTest(file)) {
    return name === 'zod' || isForCharts(room, name) ? null : `${room} may import zod only`
  }
  if (name === 'react-aria-components' && !file.startsWith('console/src/ui/')) {
    return 'only console/src/ui may import it'
  }
  return null
}

/** The browser and the server draw the same charts. @param {string} room @param {string} name */
function isForCharts(room, name) {
  return room === 'contract' && (name === 'd3-array' || name === 'd3-shape')
}
