import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path/posix'
import { inRoot } from '../lib/paths.mjs'
import { areasIn, inFloorOrder } from '../rules/rooms.mjs'
import { generated } from './format.mjs'

const folder = 'server/src'

/** The registries of the server by path: its areas in floor order, the features of each area, and the settings that they
 * declare. */
export function serverRegistries() {
  const features = areasIn(`${folder}/areas`).flatMap((area) => {
    const files = globSync('*/feature.ts', { cwd: inRoot(folder, 'areas', area) }).sort()
    return files.length === 0 ? [] : [[`${folder}/areas/${area}/features.gen.ts`, featureList(files)]]
  })
  return new Map([
    [`${folder}/areas.gen.ts`, areaList()],
    ...features,
    [`${folder}/settings.gen.ts`, settingsList()],
    [`${folder}/areas/billing/documents/meter-names.gen.ts`, meterNames()],
  ])
}

function featureList(files) {
  const named = files.map((file) => ({ file, name: camelCase(dirname(file)) }))
  return generated(
    ...named.map(({ file, name }) => `import { feature as ${name} } from './${file}'`),
    '',
    '/** The features of the area that declare jobs, sweeps, subscriptions or routes. */',
    `export const features = [${named.map(({ name }) => name).join(', ')}] as const`,
  )
}

function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

function areaList() {
  const areas = areasIn(`${folder}/areas`)
  return generated(
    ...areas.map((area) => `import { ${area} } from './areas/${area}/index.ts'`),
    '',
    '/** All areas in floor order. Each builds on the ones before it. */',
    `export const areas = [${areas.join(', ')}] as const`,
  )
}

/** The names of meters on statements, from the texts of the areas that declare them. */
function meterNames() {
  const areas = areasIn('console/src/areas')
  const names = areas.flatMap((area) => {
    const files = globSync('**/texts.json', { cwd: inRoot('console/src/areas', area) }).sort()
    return files.flatMap((file) => {
      const { meters = {} } = JSON.parse(readFileSync(inRoot('console/src/areas', area, file), 'utf8'))
      return Object.entries(meters)
    })
  })
  return generated(
    "import type { Language, MeterId } from '@kinora/contract'",
    '',
    '/** The names of meters, from the texts of the areas that declare them. */',
    'export const meterNames: Readonly<Record<MeterId, Readonly<Record<Language, string>>>> = {',
    ...names.map(([id, texts]) => `  '${id}': ${JSON.stringify(texts)},`),
    '}',
  )
}

function settingsList() {
  const files = globSync('areas/**/settings.ts', { cwd: inRoot(folder) }).sort(inFloorOrder)
  const declared = files.map((file) => ({ file, name: nameIn(file) }))
  return generated(
    ...declared.map(({ file, name }) => `import { ${name} } from './${file}'`),
    "import type { SettingsOf } from './platform/settings.ts'",
    '',
    `export const areaSettings = [${declared.map(({ name }) => name).join(', ')}] as const`,
    '',
    "declare module './platform/config.ts' {",
    '  interface Config extends',
    `    ${declared.map(({ name }) => `SettingsOf<typeof ${name}>`).join(',\n    ')} {}`,
    '}',
  )
}

function nameIn(file) {
  const text = readFileSync(inRoot(folder, file), 'utf8')
  const [, name] = /^export const (\w+) = defineSettings\(/m.exec(text) ?? []
  if (name === undefined) throw new Error(`${file} declares no settings for ${basename(dirname(file))}`)
  return name
}
