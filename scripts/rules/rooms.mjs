import path from 'node:path'

const areaFloors = { identity: 1, activity: 1, library: 2, delivery: 2, live: 3, ads: 3 }
const highestAreaFloor = 4

/** The floor an area stands on: it may import from lower floors only.
 * @param {string} area @returns {number} */
export function floorOf(area) {
  return Object.hasOwn(areaFloors, area)
    ? areaFloors[/** @type {keyof typeof areaFloors} */ (area)]
    : highestAreaFloor
}

/** Which part of the house a file lies in: a workspace, and in the server the platform or an area.
 * @param {string} file @returns {{ room: string, area: string | null }} */
export function roomOf(file) {
  const [workspace = '', ...inside] = file.split('/')
  if (workspace !== 'server') return { room: workspace, area: null }
  if (file.startsWith('server/src/platform/')) return { room: 'platform', area: null }
  const area = file.startsWith('server/src/areas/') ? inside[2] : undefined
  return area === undefined ? { room: 'server', area: null } : { room: 'areas', area }
}

/** The file of ours that an import means, or null for a package of others.
 * @param {string} from the importing file
 * @param {string} specifier @returns {string | null} */
export function resolveImport(from, specifier) {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  const ours = /^@kinora\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (ours === null) return null
  return `${ours[1]}/src/${ours[2] ?? 'index'}.ts`
}

/** The package of others that an import means: `zod` for `zod/mini`.
 * @param {string} specifier */
export function packageOf(specifier) {
  const words = specifier.split('/')
  return words.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}
