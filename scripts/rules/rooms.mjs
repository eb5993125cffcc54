import { existsSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../lib/paths.mjs'

/** The areas by floor. An area may import the index of any area on a lower floor. */
const floors = [
  ['identity'],
  ['activity'],
  ['delivery'],
  ['library'],
  ['live'],
  ['ads', 'monitoring'],
  ['intelligence', 'campaigns'],
  ['portrait', 'editor', 'social', 'vconnect', 'intake', 'rooms'],
  ['analytics'],
  ['alerts', 'reports', 'billing', 'infra'],
  ['elections'],
]

const areaFolders = [
  { room: 'areas', folder: 'server/src/areas/' },
  { room: 'console', folder: 'console/src/areas/' },
  { room: 'contract', folder: 'contract/src/' },
]

/** The areas that have a folder in a room, in floor order.
 * @param {string} folder
 * @returns {string[]} */
export function areasIn(folder) {
  return floors.flat().filter((area) => existsSync(inRoot(folder, area)))
}

/** Compares paths in folders of areas, such as `areas/live/node/settings.ts`, by floor and then by name.
 * @param {string} one @param {string} other */
export function inFloorOrder(one, other) {
  const [area = '', otherArea = ''] = [one, other].map((file) => file.split('/')[1] ?? '')
  return floorOf(area) - floorOf(otherArea) || one.localeCompare(other, 'en')
}

/** @param {string} area */
export function hasFloor(area) {
  return floors.some((floor) => floor.includes(area))
}

/** The floor of an area, from 1. @param {string} area @returns {number} */
export function floorOf(area) {
  const index = floors.findIndex((floor) => floor.includes(area))
  if (index === -1) throw new Error(`the area ${area} has no floor in scripts/rules/rooms.mjs`)
  return index + 1
}

/** Whether the floors allow one area to import another.
 * @param {string} from
 * @param {string} to */
export function mayStandOn(from, to) {
  return floorOf(to) < floorOf(from)
}

/** The order of lists that people read: the areas that they work in come before those that all areas stand on.
 * @param {string[]} areas in floor order
 * @returns {string[]} */
export function inShownOrder(areas) {
  const isBase = (/** @type {string} */ area) => mayStandOn('library', area)
  return areas.filter((area) => !isBase(area)).concat(areas.filter(isBase))
}

/** The room of a file: a workspace, the platform of the server or its areas; and the area, if any. An area is a
 * folder, or in the contract possibly one file.
 * @param {string} file
 * @returns {{ room: string, area: string | null }} */
export function roomOf(file) {
  const home = areaFolders.find(({ folder }) => file.startsWith(folder))
  if (home !== undefined) {
    const [first = '', ...inside] = file.slice(home.folder.length).split('/')
    const name = first.replace(/\.ts$/, '')
    return { room: home.room, area: inside.length > 0 || hasFloor(name) ? name : null }
  }
  if (file.startsWith('server/src/platform/')) return { room: 'platform', area: null }
  return { room: file.split('/', 1)[0] ?? '', area: null }
}

/** Whether a file or import is the entry point of an area.
 * @param {string} target */
export function isAreaIndex(target) {
  const home = areaFolders.find(({ folder }) => target.startsWith(folder))
  return home !== undefined && /^[^/]+(?:\/index)?(?:\.tsx?)?$/.test(target.slice(home.folder.length))
}

/** The file that an import refers to, or null for an external package. The console omits extensions, and a folder
 * refers to its index: `findFile` resolves both.
 * @param {string} from the importing file
 * @param {string} specifier
 * @returns {string | null} */
export function resolveImport(from, specifier) {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  const ours = /^@kinora\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (ours === null) return null
  return `${ours[1]}/src/${ours[2] ?? 'index'}`
}

/** The existing file that a resolved import refers to, or null.
 * @param {string} target
 * @param {{ has(file: string): boolean }} files
 * @returns {string | null} */
export function findFile(target, files) {
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
  return endings.map((ending) => target + ending).find((file) => files.has(file)) ?? null
}

/** The external package of an import: `zod` for `zod/mini`.
 * @param {string} specifier */
export function packageOf(specifier) {
  const words = specifier.split('/')
  return words.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}
