import {
  actions,
  alwaysGranted,
  type Module,
  modules,
  permissions,
  type Right,
  type TokenPermission,
} from '@kinora/contract'
import type { Queryable } from './database/database.ts'

/** Who is calling: a person with a session, or a program with an API token. */
export type Actor = Person | Program

export interface Person {
  readonly kind: 'person'
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  readonly isAdmin: boolean
  /** The address is confirmed, or need not be. */
  readonly isVerified: boolean
  /** The administrator who acts as this person. */
  readonly impersonatedBy: { readonly userId: string; readonly name: string; readonly until: Date } | null
}

export interface Program {
  readonly kind: 'token'
  readonly tokenId: string
  /** Whoever made the token: it has no more rights than they. */
  readonly userId: string
  readonly name: string
  readonly environmentId: string
  readonly permission: readonly TokenPermission[]
}

/** What a caller may do in an organisation. */
export interface OrganizationScope {
  readonly organizationId: string
  readonly organizationName: string
  readonly organizationIsActive: boolean
  readonly grants: ReadonlySet<string>
}

/** The same in one of its environments. */
export interface Scope extends OrganizationScope {
  readonly environmentId: string
  readonly environmentName: string
}

/** Who makes a call inside an environment, and what they may do there. */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/** Identity's answers to the questions that every call asks. */
export interface Authenticator {
  /**
   * Who stands behind an `Authorization` header: `Bearer <session token>`, `Bearer <secret of an API token>` or
   * `Basic <token id:secret>`. @throws problem session-missing or session-expired
   */
  actor(authorization: string | undefined): Promise<Actor>
  /** The organisation, if the person is a member. @throws problem not-found */
  organization(person: Person, organizationId: string | undefined): Promise<OrganizationScope>
  /** The environment, if the actor may enter it. @throws problem not-found, environment-mismatch */
  scope(actor: Actor, environmentId: string | undefined): Promise<Scope>
  /** Every environment of the organisation that the actor may enter, with their rights in each. */
  environments(actor: Actor, organizationId: string): Promise<readonly Scope[]>
  /** Names of environments by their ids; only of those that exist. */
  environmentNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Whether the scope's role allows it. Denies whatever it does not know. */
export function can(grants: ReadonlySet<string>, [module, feature, action]: Right): boolean {
  return grants.has(grantName(module, feature, action))
}

/**
 * What a role may do, worked out once: rights as `Module.Feature.action`. Null or empty permissions are full
 * rights on every enabled module; permissions that do not parse are none at all. Modules that are granted by default
 * are there in full unless the permissions name them.
 * @param text the role's permissions as JSON text
 * @param enabled the organisation's `modules.enabled`, comma-separated
 */
export function grantsOf(text: string | null, enabled: string): Set<string> {
  const enabledModules = new Set(enabled.split(',').map((module) => module.trim()))
  const granted = new Set<string>()
  const parsed = parsePermissions(text)
  for (const [module, features] of moduleEntries()) {
    const always = alwaysGranted.includes(module)
    if (!always && !enabledModules.has(module)) continue
    for (const feature of features) {
      for (const action of actions) {
        if (allows(parsed, { module, feature, action, always }))
          granted.add(grantName(module, feature, action))
      }
    }
  }
  return granted
}

/**
 * Whether whoever has one role has all that another gives, whichever modules are enabled now or later. A role that
 * names what we do not know is covered by full rights alone.
 */
export function covers(own: string | null, given: string | null): boolean {
  const [mine, theirs] = [parsePermissions(own), parsePermissions(given)]
  if (mine === 'everything' || theirs === 'nothing') return true
  if (theirs === 'everything' || !namesOnlyKnown(theirs)) return false
  return grantsOf(given, everyModule).isSubsetOf(grantsOf(own, everyModule))
}

const everyModule = Object.keys(modules).join(',')

function namesOnlyKnown(parsed: Parsed): boolean {
  const known = new Map<string, readonly string[]>(moduleEntries())
  return [...parsed].every(([module, features]) =>
    Object.keys(features).every((feature) => known.get(module)?.includes(feature)),
  )
}

/** What is left of rights for a token of this permission. */
export function restrictGrants(
  granted: ReadonlySet<string>,
  permission: readonly TokenPermission[],
): Set<string> {
  const has = (action: string) => permission.includes(action === 'read' ? 'read' : 'write')
  return new Set([...granted].filter((right) => has(right.slice(right.lastIndexOf('.') + 1))))
}

type Flags = Partial<Record<string, boolean | undefined>>
type Parsed = Map<string, Record<string, Flags>>

function parsePermissions(text: string | null): Parsed | 'everything' | 'nothing' {
  if (text === null) return 'everything'
  try {
    const json: unknown = JSON.parse(text)
    if (json === null) return 'everything'
    if (typeof json !== 'object') return 'nothing'
    const result = permissions.safeParse(json)
    if (!result.success) return 'nothing'
    if (Object.keys(json).length === 0) return 'everything'
    // Parsing leaves out what it will not read, such as a key of "__proto__": that is not a role one can trust.
    if (Object.keys(json).length !== Object.keys(result.data).length) return 'nothing'
    const { filter: _filter, ...byModule } = result.data
    return new Map(Object.entries(byModule))
  } catch {
    return 'nothing'
  }
}

function allows(
  parsed: Parsed | 'everything' | 'nothing',
  right: { module: string; feature: string; action: string; always: boolean },
): boolean {
  if (typeof parsed === 'string') return parsed === 'everything'
  const features = parsed.get(right.module)
  if (features === undefined) return right.always
  return features[right.feature]?.[right.action] === true
}

function moduleEntries(): [Module, readonly string[]][] {
  return Object.entries(modules) as [Module, readonly string[]][]
}

function grantName(module: string, feature: string, action: string): string {
  return `${module}.${feature}.${action}`
}
