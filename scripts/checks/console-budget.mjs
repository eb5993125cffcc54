import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../lib/paths.mjs'

const limitKb = 250

/** Measures the files that the browser loads before the first screen: scripts, style sheets and their static
 * imports. */
export async function consoleBudget() {
  const dist = inRoot('console/dist')
  if (!existsSync(inRoot('console/index.html'))) return null
  if (!existsSync(path.join(dist, 'index.html')))
    return 'console/dist/index.html is missing: build the console first'
  const files = firstLoad((file) => readFileSync(path.join(dist, file), 'utf8'))
  const weights = files.map((file) => ({ file, bytes: gzipSync(readFileSync(path.join(dist, file))).length }))
  return overBudget(weights)
}

/** The files of the first load. `read(file)` returns a built file. */
export function firstLoad(read) {
  const files = new Set()
  const add = (file) => {
    if (files.has(file)) return
    files.add(file)
    if (file.endsWith('.js'))
      for (const imported of staticImports(read(file)))
        add(path.posix.join(path.posix.dirname(file), imported))
  }
  for (const linked of linkedFiles(read('index.html'))) add(linked)
  return Array.from(files)
}

/** Returns the largest files if the total exceeds the limit, or null. */
export function overBudget(weights) {
  const totalKb = weights.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  if (totalKb <= limitKb) return null
  const heaviest = weights.sort((a, b) => b.bytes - a.bytes).slice(0, 8)
  const lines = heaviest.map(({ file, bytes }) => `${(bytes / 1000).toFixed(1)} kB  ${file}`)
  return [`the first load is ${totalKb.toFixed(1)} kB gz, the limit ${limitKb} kB:`, ...lines].join('\n')
}

function linkedFiles(html) {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) || []
  return tags
    .filter((tag) => tag.startsWith('<script') || /rel="(?:stylesheet|modulepreload)"/.test(tag))
    .map((tag) => (/(?:src|href)="([^"]+)"/.exec(tag) || [])[1])
    .filter((url) => url && !/^(?:https?:)?\/\//.test(url))
    .map((url) => url.replace(/^\.?\//, '').replace(/\?.*$/, ''))
}

/** Import and export statements of built code. `import(…)` loads later and does not count. */
function staticImports(code) {
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)
  return Array.from(found, (match) => match[1])
}
