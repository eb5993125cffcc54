import path from 'node:path'
import { isGenerated, isTest } from './sources.mjs'
import { findFunctions } from './syntax.mjs'

/** @typedef {import('./sources.mjs').Source} Source */

const mostLinesOfFile = 500
const mostLinesOfFunction = 150
const mostFiles = 25
/** Folders that are flat lists by design. */
const flatFolders = ['console/src/ui']

/** Files that are too long for one subject.
 * @param {Source[]} sources
 * @returns {string[]} */
export function longFiles(sources) {
  return sources
    .filter(({ path: file }) => /\.(?:ts|tsx|mjs|css)$/.test(file) && !isGenerated(file))
    .map(({ path: file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > mostLinesOfFile)
    .map(({ file, lines }) => `${file} has ${lines} lines, the limit is ${mostLinesOfFile}`)
}

/** A line for each function that is too long to be read alone. Tests may be long.
 * @param {Source[]} sources
 * @returns {string[]} */
export function longFunctions(sources) {
  return sources
    .filter(({ path: file }) => !isTest(file) && !/^e2e\/|\/testing\//.test(file))
    .flatMap((source) =>
      findFunctions(source)
        .filter(({ lines }) => lines > mostLinesOfFunction)
        .map(
          ({ line, name, lines }) =>
            `${source.path}:${line} ${name} has ${lines} lines, the limit is ${mostLinesOfFunction}`,
        ),
    )
}

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
