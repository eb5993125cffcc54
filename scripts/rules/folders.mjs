import path from 'node:path'
import { isGenerated } from './sources.mjs'

const mostFiles = 25
/** Folders that are flat lists by design. */
const flatFolders = ['console/src/ui']

/** Folders with too many files for one subject. Generated files do not count.
 * @param {string[]} files
 * @returns {string[]} */
export function crowdedFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const file of files.filter((name) => !isGenerated(name))) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return Array.from(counts)
    .filter(([folder, count]) => count > mostFiles && !flatFolders.includes(folder))
    .map(([folder, count]) => `${folder} has ${count} files, the limit is ${mostFiles}`)
    .toSorted()
}
