import { globSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'
import { areasIn } from '../rules/rooms.mjs'
import { generated } from './format.mjs'

const folder = 'console/src'

/** The registries of the console by path: the types of all texts. */
export function consoleRegistries() {
  return new Map([[`${folder}/texts.gen.d.ts`, textTypes()]])
}

/** The texts of all features by area. */
function textTypes() {
  const areas = areasIn(`${folder}/areas`).map((area) => ({ area, files: textFilesIn(area) }))
  return generated(
    "import 'i18next'",
    '',
    "declare module 'i18next' {",
    '  interface AreaTexts {',
    ...areas.map(({ area, files }) => `    ${area}: ${files.map(typeOf).join(' &\n      ')}`),
    '  }',
    '}',
  )
}

function textFilesIn(area) {
  return globSync(`areas/${area}/**/texts.json`, { cwd: inRoot(folder) }).sort()
}

function typeOf(file) {
  return `typeof import('./${file}')`
}
