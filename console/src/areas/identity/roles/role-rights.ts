import {
  type Action,
  actions,
  alwaysGranted,
  type Module,
  modules,
  type RoleFilter,
  roleFilter,
} from '@kinora/contract/permissions'
import { usedRights } from '@kinora/contract/rights.gen'

/** The name of a right in `grants`: `Module.Feature.action`. */
export type RightName = string

export type Feature = (typeof modules)[Module][number]

type Json = Readonly<Record<string, unknown>>

/** The rights of a role, as the matrix shows them. */
export interface RoleRights {
  /** All rights, including those of future modules. `granted` then lists all that exist now. */
  readonly full: boolean
  readonly granted: ReadonlySet<RightName>
  /** The videos that the role is limited to; empty for all videos. */
  readonly filter: RoleFilter
  /** The rest of the role's JSON: unknown modules and features. It is preserved. */
  readonly unknown: Json
}

export const moduleNames = Object.keys(modules) as Module[]

export function featuresOf(module: Module): readonly Feature[] {
  return modules[module]
}

export function rightName(module: Module, feature: Feature, action: Action): RightName {
  return `${module}.${feature}.${action}`
}

const used: ReadonlySet<RightName> = new Set(usedRights)

/** The rights of a module, of one feature or of one action. */
export function rightsOf(module: Module, only: { feature?: Feature; action?: Action } = {}): RightName[] {
  const features = only.feature === undefined ? featuresOf(module) : [only.feature]
  const wanted = only.action === undefined ? actions : [only.action]
  return features
    .flatMap((feature) => wanted.map((action) => rightName(module, feature, action)))
    .filter((right) => used.has(right))
}

export const everyRight: readonly RightName[] = moduleNames.flatMap((module) => rightsOf(module))

const fullRights: RoleRights = { full: true, granted: new Set(everyRight), filter: {}, unknown: {} }
const noRights: RoleRights = { full: false, granted: new Set(), filter: {}, unknown: {} }

/**
 * Parses a role's permissions like the server: null or `{}` is full rights, invalid JSON is none, and a module that is
 * on for every role is complete unless it is named.
 */
export function readRights(text: string | null): RoleRights {
  const json = parse(text)
  if (json === 'full') return fullRights
  if (json === 'unreadable') return noRights
  const { filter: given = {}, ...byModule } = json
  const filter = roleFilter.safeParse(given)
  if (!filter.success) return noRights
  const granted = moduleNames.flatMap((module) => {
    const named = byModule[module]
    if (named === undefined) return alwaysGranted.includes(module) ? rightsOf(module) : []
    return rightsOf(module).filter((right) => isTrue(named, right))
  })
  return { full: false, granted: new Set(granted), filter: filter.data, unknown: unknownOf(byModule) }
}

/** The shortest JSON for these rights, in the order of the contract's modules; null for full rights. */
export function writeRights({ full, granted, filter, unknown }: RoleRights): string | null {
  if (full) return null
  const named = moduleNames.flatMap((module) => {
    const features = { ...writeModule(module, granted), ...asJson(unknown[module]) }
    const isAll = rightsOf(module).every((right) => granted.has(right))
    const isUsual = alwaysGranted.includes(module) ? isAll : Object.keys(features).length === 0
    return isUsual && unknown[module] === undefined ? [] : [[module, features]]
  })
  const others = Object.entries(unknown).filter(([name]) => !Object.hasOwn(modules, name))
  const limits = isLimited(filter) ? [['filter', filter]] : []
  const json = Object.fromEntries([...named, ...others, ...limits])
  // `{}` would mean full rights, so an empty module marks the role as limited.
  return Object.keys(json).length > 0 ? JSON.stringify(json) : noRightsText
}

/** Whether the filter leaves out any videos. */
export function isLimited(filter: RoleFilter): boolean {
  return Object.keys(filter).length > 0
}

const limited = moduleNames.find((module) => !alwaysGranted.includes(module)) ?? 'Videos'

/** The JSON of a role with only the modules that every role has. */
export const noRightsText = JSON.stringify({ [limited]: {} })

function writeModule(module: Module, granted: ReadonlySet<RightName>): Json {
  return Object.fromEntries(
    featuresOf(module).flatMap((feature) => {
      const allowed = actions.filter((action) => granted.has(rightName(module, feature, action)))
      return allowed.length > 0
        ? [[feature, Object.fromEntries(allowed.map((action) => [action, true]))]]
        : []
    }),
  )
}

function parse(text: string | null): Json | 'full' | 'unreadable' {
  if (text === null) return 'full'
  try {
    const json: unknown = JSON.parse(text)
    if (json === null) return 'full'
    if (typeof json !== 'object' || Array.isArray(json)) return 'unreadable'
    return Object.keys(json).length === 0 ? 'full' : { ...json }
  } catch {
    return 'unreadable'
  }
}

function isTrue(features: unknown, right: RightName): boolean {
  const [, feature = '', action = ''] = right.split('.')
  return asJson(asJson(features)[feature])[action] === true
}

function unknownOf(json: Json): Json {
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, features]) => {
      const module = moduleNames.find((known) => known === name)
      if (module === undefined) return [[name, features]]
      const known: readonly string[] = featuresOf(module)
      const others = Object.entries(asJson(features)).filter(([feature]) => !known.includes(feature))
      return others.length > 0 ? [[name, Object.fromEntries(others)]] : []
    }),
  )
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
