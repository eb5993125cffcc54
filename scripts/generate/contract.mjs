import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../lib/paths.mjs'
import { areasIn, inShownOrder } from '../rules/rooms.mjs'
import { generated, literal } from './format.mjs'

const folder = 'contract/src'
const declaration = /^export const (\w+) = defineFeature\(\{$(\s+calls\b)?/gm

/**
 * The registries of the contract by path, from the text of its files: the index of each area, and the list of areas.
 * Features are what `defineFeature` returns. `base.ts` is private to its area.
 */
export function contractRegistries() {
  const areas = readAreas()
  const indexes = areas.map(({ area, files }) => [`${folder}/${area}/index.ts`, areaIndex(area, files)])
  return new Map(indexes).set(`${folder}/areas.gen.ts`, areaList(areas.map(({ area }) => area)))
}

/**
 * The tables of the contract by path: what all features declare, as plain data. Browsers load it without schemas, and
 * schemas refer to it. The registries have to be up to date.
 */
export async function contractTables() {
  const platform = await loadFeatures({
    path: `${folder}/platform.ts`,
    features: featuresIn('', 'platform.ts'),
  })
  const features = new Map()
  for (const { area, files } of readAreas())
    features.set(area, (await Promise.all(files.map(loadFeatures))).flat())
  const areas = [...features.keys()]
  const shown = platform.concat(inShownOrder(areas).flatMap((area) => features.get(area)))
  const inFloors = areas.flatMap((area) => features.get(area))
  const calls = inFloors.flatMap((feature) => entriesOf(feature.calls))
  const tables = {
    'problems.gen.ts': table('problems', shown),
    'messages.gen.ts': table('messages', shown),
    'vocabularies.gen.ts': vocabularies(shown, modulesOf(shown, features)),
    'public-calls.gen.ts': publicCalls(calls),
    'calls.gen.ts': otherCalls(calls),
    'admin-calls.gen.ts': adminCalls(calls),
    'rights.gen.ts': rights(calls),
  }
  return new Map(Object.entries(tables).map(([name, text]) => [`${folder}/${name}`, text]))
}

function readAreas() {
  return areasIn(folder).map((area) => ({
    area,
    files: readdirSync(inRoot(folder, area))
      .filter((name) => /^[\w-]+\.ts$/.test(name) && name !== 'index.ts' && name !== 'base.ts')
      .sort(inImportOrder)
      .map((name) => ({ path: `${folder}/${area}/${name}`, name, features: featuresIn(area, name) })),
  }))
}

/** The order in which Biome sorts imports. */
function inImportOrder(one, other) {
  return one.replace('.ts', '') < other.replace('.ts', '') ? -1 : 1
}

function featuresIn(area, name) {
  const found = readFileSync(inRoot(folder, area, name), 'utf8').matchAll(declaration)
  return Array.from(found, ([, feature, calls]) => ({ feature, hasCalls: calls !== undefined }))
}

async function loadFeatures({ path, features }) {
  const exported = await import(pathToFileURL(inRoot(path)).href)
  return features.map(({ feature }) => Object.assign({ name: feature }, exported[feature]))
}

function entriesOf(values = {}) {
  return Object.entries(values)
}

function areaIndex(area, files) {
  const withCalls = files.flatMap(({ name, features }) =>
    features.filter(({ hasCalls }) => hasCalls).map(({ feature }) => ({ name, feature })),
  )
  return generated(
    ...withCalls.map(({ name, feature }) => `import { ${feature} } from './${name}'`),
    '',
    ...files.filter(({ name }) => name !== 'area.ts').map(({ name }) => `export * from './${name}'`),
    '',
    `export const ${area}Calls = {`,
    ...withCalls.map(({ feature }) => `  ...${feature}.calls,`),
    '}',
  )
}

function areaList(areas) {
  return generated(
    ...areas.map((area) => `import { ${area}Calls } from './${area}/index.ts'`),
    '',
    ...areas.map((area) => `export * from './${area}/index.ts'`),
    '',
    '/** All calls by area. */',
    'export const contract = {',
    ...areas.map((area) => `  ${area}: ${area}Calls,`),
    '}',
    '',
    '/** All calls in one table by name. Names are unique across areas. */',
    'export const allCalls = {',
    ...areas.map((area) => `  ...${area}Calls,`),
    '}',
  )
}

function vocabularies(features, modules) {
  const all = (part) => Object.assign({}, ...features.map((feature) => feature[part]))
  const groups = collect(features.map(({ eventGroups }) => eventGroups))
  const actions = features.flatMap(({ auditActions = [] }) => auditActions)
  return generated(
    '/** The right to read each type of object; null for all members. */',
    `export const objectRights = ${literal(all('objects'))} as const`,
    '',
    '/** The object type of each event type. */',
    `export const eventObjects = ${literal(all('events'))} as const`,
    '',
    '/** Groups in which people choose events, with the object types of each. */',
    `export const eventGroupObjects = ${literal(groups)} as const`,
    '',
    '/** Types of objects that a role can be limited to, each with the features whose rights such a role keeps. */',
    `export const roleLimits = ${literal(all('roleLimits'))} as const`,
    '',
    '/** Features on which roles with a filter have no rights. */',
    `export const unfilteredFeatures: readonly string[] = ${literal(features.flatMap(({ unfiltered = [] }) => unfiltered))}`,
    '',
    `export const auditActions = ${literal(actions)} as const`,
    '',
    '/** Meters with the units of their quantities. */',
    `export const meters = ${literal(all('meters'))} as const`,
    '',
    "/** Modules with their features, named as in roles and in the organization's `modules.enabled`. */",
    `export const modules = ${literal(modules)} as const`,
  )
}

/** Each module is at the place of the lowest area that has it, so that those that all areas share come last. Their features are in
 * the order of floors. */
function modulesOf(shown, features) {
  const owners = new Map()
  for (const list of features.values())
    for (const feature of list)
      for (const [name] of entriesOf(feature.modules)) owners.set(name, owners.get(name) ?? list)
  const names = shown.flatMap((feature) =>
    entriesOf(feature.modules).flatMap(([name]) => (owners.get(name)?.includes(feature) ? [name] : [])),
  )
  const ordered = [...new Set(names.reverse())].reverse()
  const all = collect([...features.values()].flat().map(({ modules }) => modules))
  return Object.fromEntries(ordered.map((name) => [name, all[name]]))
}

/** Lists of the same key after each other. */
function collect(lists) {
  const all = {}
  for (const [key, entries] of lists.flatMap((each) => entriesOf(each)))
    all[key] = (all[key] ?? []).concat(entries)
  return all
}

/** @throws if two features have the same key */
function table(part, features) {
  const all = {}
  for (const feature of features)
    for (const [key, entry] of entriesOf(feature[part])) {
      if (Object.hasOwn(all, key)) throw new Error(`${feature.name} repeats ${key} of another feature`)
      all[key] = entry
    }
  return generated(`export const ${part} = ${literal(all)} as const`)
}

function publicCalls(calls) {
  return generated('export const publicCalls = {', ...callLines(calls.filter(isEntrance)), '} as const')
}

function otherCalls(calls) {
  return generated(
    "import type { adminCalls } from './admin-calls.gen.ts'",
    "import type { CallName } from './index.ts'",
    "import type { publicCalls } from './public-calls.gen.ts'",
    '',
    'type OtherName = Exclude<CallName, keyof typeof publicCalls | keyof typeof adminCalls>',
    'export const otherCalls: Readonly<Record<OtherName, string>> = {',
    ...callLines(calls.filter((entry) => !isEntrance(entry) && !isForAdmins(entry))),
    '}',
  )
}

/** Calls of the screens for administrators of the installation. Others do not load them. */
function adminCalls(calls) {
  return generated('export const adminCalls = {', ...callLines(calls.filter(isForAdmins)), '} as const')
}

function isForAdmins([, { caller }]) {
  return caller === 'admin'
}

/** Whether a screen before sign-in makes the call. Files without a session, and calls of a playback session, are for
 * players. */
function isEntrance([, { caller, kind, path }]) {
  return caller === 'none' && kind !== 'file' && !path.startsWith('/play/')
}

function callLines(calls) {
  return calls.map(([name, { method, path, kind }]) => `  ${name}: '${method} ${kind} ${path}',`)
}

function rights(calls) {
  const names = calls.flatMap(([, { right }]) => (right ? [right.join('.')] : []))
  return generated(
    '/** Rights that at least one call requires. A role can name other rights, but they have no effect. */',
    `export const usedRights: readonly string[] = ${literal([...new Set(names)].sort())}`,
  )
}
