import { globSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'
import { areasIn } from '../rules/rooms.mjs'
import { generated } from './format.mjs'

const folder = 'console/src'

/** The registries of the console by path: the types of all texts. */
export function consoleRegistries() {
  return new Map([[`${folder}/texts.gen.d.ts`, textTypes()]])
}

/** The keys of the texts of all features, merged by area: top-level keys of an area must differ. */
function textTypes() {
  const areas = areasIn(`${folder}/areas`)
  const withTexts = areas.map((area) => ({ area, files: filesIn(area, '**/i18n/en.json') }))
  const withVocabulary = areas.filter((area) => filesIn(area, 'vocabulary.json').length > 0)
  return generated(
    "import 'i18next'",
    '',
    "declare module 'i18next' {",
    '  interface ResourceNamespaceMap {',
    `    app: ${typeOf('app/i18n/en.json')}`,
    `    ui: ${typeOf('ui/i18n/en.json')}`,
    ...withTexts
      .filter(({ files }) => files.length > 0)
      .map(({ area, files }) => `    ${area}: ${files.map(typeOf).join(' &\n      ')}`),
    '  }',
    '  interface VocabularyTexts {',
    ...withVocabulary.map((area) => `    ${area}: ${typeOf(`areas/${area}/vocabulary.json`)}`),
    '  }',
    '}',
  )
}

function filesIn(area, pattern) {
  return globSync(`areas/${area}/${pattern}`, { cwd: inRoot(folder) }).sort()
}

function typeOf(file) {
  return `typeof import('./${file}')`
}
