import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../lib/paths.mjs'

/** @typedef {{ path: string, text: string }} Source  `path` is relative to the root, with slashes. */

const skippedFolders = new Set(['.git', 'node_modules', 'dist', 'data', 'reports', 'test-results', '.vite'])
const codeFile = /\.(?:ts|tsx|mjs)$/
const textFile =
  /\.(?:ts|tsx|mjs|js|json|md|css|html|svg|yml|yaml|sql|sh|txt|toml)$|(?:^|\/)(?:run|\.npmrc|\.gitignore)$/

/** Every file of the repository, as paths relative to the root.
 * @returns {string[]} */
export function allFiles() {
  return filesUnder('')
}

/** Every text file of the repository.
 * @returns {Source[]} */
export function textSources() {
  return allFiles()
    .filter((file) => textFile.test(file))
    .map(read)
}

/** Every handwritten code file.
 * @returns {Source[]} */
export function codeSources() {
  return allFiles()
    .filter((file) => codeFile.test(file) && !isGenerated(file))
    .map(read)
}

/** @param {string} file */
export function isGenerated(file) {
  return /\.gen(?:\.d)?\.tsx?$|(?:^|\/)migrations\//.test(file)
}

/** Tests, and files that only tests use.
 * @param {string} file */
export function isTest(file) {
  return /\.(?:test|spec)\.tsx?$|\/test-[^/]+\.ts$|\/fixtures\//.test(file)
}

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesUnder(file)
    return entry.isFile() ? [file] : []
  })
}

/** @param {string} file @returns {Source} */
function read(file) {
  return { path: file, text: readFileSync(inRoot(file), 'utf8') }
}
