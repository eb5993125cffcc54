import path from 'node:path'
import { findFile, resolveImport } from '../rules/rooms.mjs'
import { parseSource } from '../rules/syntax.mjs'

const test = /\.test\.tsx?$/
const journey = /^e2e\/.*\.spec\.ts$/
/** Files that put an area or the whole program together: what imports them does not depend on one feature. */
const composition =
  /^(?:contract|media)\/src\/(?:[\w-]+\/)?index\.ts$|^server\/src\/kinora\.ts$|\/areas\/[\w-]+\/(?:index|routes|jobs)\.ts$/

/** Files in the folder of a feature, whose tests may reach it only through HTTP. */
const feature = /^server\/src\/areas\/[\w-]+\/[\w-]+\//

/** The Vitest tests of changed files: changed tests, tests that import a changed file directly or through other files of
 * features, tests beside a changed file of a feature, and the matrix of each changed area of the server and the contract.
 * @param {string[]} changed paths from the root
 * @param {import('../rules/sources.mjs').Source[]} sources all code */
export function testsFor(changed, sources) {
  const importers = importersOf(sources)
  const found = new Set(changed)
  for (const file of found) {
    if (composition.test(file)) continue
    for (const importer of importers.get(file) ?? []) found.add(importer)
  }
  const folders = new Set(changed.flatMap(foldersOf))
  const areas = changed.flatMap(
    (file) => /^(?:server\/src\/areas|contract\/src)\/([\w-]+)\//.exec(file)?.[1] ?? [],
  )
  for (const area of areas) found.add(`server/src/areas/${area}/matrix.test.ts`)
  return sources
    .map(({ path: file }) => file)
    .filter((file) => test.test(file) && (found.has(file) || folders.has(path.dirname(file))))
}

/** The journeys of the changed files: changed journeys, and journeys named like a changed folder or file of the
 * contract, the server or the console (`…/library/clips/list.tsx` selects `clips.spec.ts`). */
export function journeysFor(changed, files) {
  const product = changed.filter((file) => /^(?:contract|server|console)\/src\//.test(file))
  const names = new Set(product.flatMap((file) => file.replace(/(?:\.test)?\.\w+$/, '').split('/')))
  return files.filter((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1).replace('.spec.ts', '')
    return journey.test(file) && (changed.includes(file) || names.has(name))
  })
}

/** The folder of a changed file of a feature, and the feature of the server that is named like a file of the contract. */
function foldersOf(file) {
  if (feature.test(file)) return [path.dirname(file)]
  const declared = /^contract\/src\/([\w-]+\/[\w-]+)\.ts$/.exec(file)?.[1]
  return declared === undefined ? [] : [`server/src/areas/${declared}`]
}

function importersOf(sources) {
  const files = new Set(sources.map((source) => source.path))
  const importers = new Map()
  for (const source of sources) {
    for (const specifier of parseSource(source).imports) {
      const target = resolveImport(source.path, specifier)
      const file = target === null ? null : findFile(target, files)
      if (file !== null) importers.set(file, (importers.get(file) ?? new Set()).add(source.path))
    }
  }
  return importers
}
