import { existsSync, globSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'
import { areasIn, inShownOrder } from '../rules/rooms.mjs'
import { generated } from './format.mjs'

const folder = 'console/src'

/** The registries of the console by path: its areas and the types of all texts. */
export function consoleRegistries() {
  return new Map([
    [`${folder}/areas.gen.ts`, areaList()],
    [`${folder}/texts.gen.d.ts`, textTypes()],
  ])
}

/** The areas with screens. */
function areaList() {
  const areas = areasIn(`${folder}/areas`).filter((area) =>
    existsSync(inRoot(folder, 'areas', area, 'index.ts')),
  )
  return generated(
    ...areas.map((area) => `import { ${area} } from './areas/${area}'`),
    "import type { Area } from './lib/area'",
    '',
    '/** All areas, in the order of their entries in lists. */',
    `export const areas: readonly Area[] = [${inShownOrder(areas).join(', ')}]`,
  )
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
