import { type Action, actions, alwaysGranted, type Module, modules } from '@kinora/contract/permissions'
import { usedRights } from '@kinora/contract/rights.gen'

/** A right by its name in `grants`: `Module.Feature.action`. */
export type RightName = string

export type Feature = (typeof modules)[Module][number]

type Json = Readonly<Record<string, unknown>>

/** What a role allows, as the matrix shows it. */
export interface RoleRights {
  /** Everything, also what the product has not got yet. `granted` is then all there is now. */
  readonly full: boolean
  readonly granted: ReadonlySet<RightName>
  /** What else its text says: modules and features that this console does not know, and the filter. It stays. */
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

/** The rights of a module that open something, or those of one feature or one action in it. */
export function rightsOf(module: Module, only: { feature?: Feature; action?: Action } = {}): RightName[] {
  const features = only.feature === undefined ? featuresOf(module) : [only.feature]
  const wanted = only.action === undefined ? actions : [only.action]
  return features
    .flatMap((feature) => wanted.map((action) => rightName(module, feature, action)))
    .filter((right) => used.has(right))
}

export const everyRight: readonly RightName[] = moduleNames.flatMap((module) => rightsOf(module))

const fullRights: RoleRights = { full: true, granted: new Set(everyRight), unknown: {} }
const noRights: RoleRights = { full: false, granted: new Set(), unknown: {} }

/**
 * Reads a role's text as the server does: none or an empty object is full rights; what cannot be read is none; a
 * module that is on for every role is there in full unless the text names it.
 */
export function readRights(text: string | null): RoleRights {
  const json = parse(text)
  if (json === 'full') return fullRights
  if (json === 'unreadable') return noRights
  const granted = moduleNames.flatMap((module) => {
    const named = json[module]
    if (named === undefined) return alwaysGranted.includes(module) ? rightsOf(module) : []
    return rightsOf(module).filter((right) => isTrue(named, right))
  })
  return { full: false, granted: new Set(granted), unknown: unknownOf(json) }
}

/** The shortest text that means these rights, in the order of the contract's modules; null for full ones. */
export function writeRights({ full, granted, unknown }: RoleRights): string | null {
  if (full) return null
  const named = moduleNames.flatMap((module) => {
    const features = { ...writeModule(module, granted), ...asJson(unknown[module]) }
    const isAll = rightsOf(module).every((right) => granted.has(right))
    const isUsual = alwaysGranted.includes(module) ? isAll : Object.keys(features).length === 0
    return isUsual && unknown[module] === undefined ? [] : [[module, features]]
  })
  const others = Object.entries(unknown).filter(([name]) => !Object.hasOwn(modules, name))
  const json = Object.fromEntries([...named, ...others])
  // An empty object would be full rights: a module with nothing in it says that the role has limits.
  return Object.keys(json).length > 0 ? JSON.stringify(json) : leastText
}

const limited = moduleNames.find((module) => !alwaysGranted.includes(module)) ?? 'Videos'

/** The text of a role that has nothing but what is on for every role. */
export const leastText = JSON.stringify({ [limited]: {} })

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
