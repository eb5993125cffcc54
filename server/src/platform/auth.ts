import {
  actions,
  alwaysGranted,
  type Module,
  modules,
  permissions,
  type Right,
  type RoleFilter,
  type RoleLimit,
  roleLimitOf,
  type TokenPermission,
  unfilteredFeatures,
} from '@kinora/contract'
import type { Queryable } from './database/database.ts'

/** The caller of a request: a person with a session, or a program with an API token. */
export type Actor = Person | Program

export interface Person {
  readonly kind: 'person'
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  readonly isAdmin: boolean
  /** The email address is confirmed, or confirmation is not required. */
  readonly isVerified: boolean
  /** An organization or a role requires a second factor, and the person has none. */
  readonly mustSetUpFactor: boolean
  /** The administrator who impersonates this person. */
  readonly impersonatedBy: { readonly userId: string; readonly name: string; readonly until: Date } | null
}

export interface Program {
  readonly kind: 'token'
  readonly tokenId: string
  /** The creator of the token, which has no more rights than they do. */
  readonly userId: string
  readonly name: string
  readonly environmentId: string
  readonly permission: readonly TokenPermission[]
}

/** The session or API token of a caller, for work that they are allowed to do later. */
export interface Credential {
  readonly kind: Actor['kind']
  readonly id: string
}

export function credentialOf(actor: Actor): Credential {
  return { kind: actor.kind, id: actor.kind === 'person' ? actor.sessionId : actor.tokenId }
}

/** An organization and the caller's rights in it. */
export interface OrganizationScope {
  readonly organizationId: string
  readonly organizationName: string
  readonly organizationIsActive: boolean
  readonly grants: ReadonlySet<string>
}

/** An environment and the caller's rights in it. */
export interface Scope extends OrganizationScope {
  readonly environmentId: string
  readonly environmentName: string
  /** Null if the caller may see all videos. */
  readonly filter: VideoFilter | null
}

/** Limits a caller to the videos that match the filter of their role, and those that they added themselves; or to an
 * object such as an advertiser. */
export interface VideoFilter extends RoleFilter {
  readonly userId: string
}

/** The caller of a call inside an environment. */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/** A request that was refused because of its credential, or because the caller may not see the tenant that it names. */
export interface Refusal {
  /** Null if the credential is not valid. */
  readonly actor: Actor | null
  /** The organization or environment of the request. */
  readonly tenantId: string | null
  /** The path as declared. */
  readonly path: string
  readonly reason: string
  readonly address: string
  readonly userAgent: string | null
}

/** Authenticates callers and returns their rights. */
export interface Authenticator {
  /** The caller of an `Authorization` header: `Bearer <session token>`, `Bearer <secret of an API token>` or `Basic
   * <token id:secret>`.
   * @param isUse false if nobody asks at this moment, so that it does not prolong the session
   * @throws problem session-missing or session-expired */
  actor(authorization: string | undefined, isUse: boolean): Promise<Actor>
  /** The caller with this session or API token of the environment, as they are now. @throws problem session-expired */
  returning(credential: Credential, environmentId: string): Promise<Actor>
  /** The organization, if the person is a member. @throws problem not-found */
  organization(person: Person, organizationId: string | undefined): Promise<OrganizationScope>
  /** The environment, if the actor can access it. @throws problem not-found, environment-mismatch */
  scope(actor: Actor, environmentId: string | undefined): Promise<Scope>
  /** Environments of the organization that the actor can access. */
  environments(actor: Actor, organizationId: string): Promise<readonly Scope[]>
  /** The ID of the environment with this public key. Null if there is none. */
  environmentOfKey(envKey: string): Promise<string | null>
  /** Records a refused request. */
  noteRefusal(refusal: Refusal): void
  /** The environments with these IDs that exist, by ID. */
  findEnvironments(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, EnvironmentNames>>
}

/** The names of an environment and of its organization. */
export type EnvironmentNames = Pick<
  Scope,
  'environmentId' | 'environmentName' | 'organizationId' | 'organizationName'
>

/** Whether the rights include this one. Unknown rights are denied. */
export function can(grants: ReadonlySet<string>, [module, feature, action]: Right): boolean {
  return grants.has(grantName(module, feature, action))
}

/** Expands a role's permissions to rights, `Module.Feature.action`. Null or empty permissions grant all rights on all
 * enabled modules; invalid permissions grant none. Modules that are always granted are granted in full, unless the
 * permissions name them. With a filter there are no rights on features that show more than its videos, and with a limit only those on its features.
 * @param text permissions as JSON text
 * @param enabled the organization's `modules.enabled`, comma-separated */
export function grantsOf(text: string | null, enabled: string): Set<string> {
  const enabledModules = new Set(enabled.split(',').map((module) => module.trim()))
  const granted = new Set<string>()
  const parsed = parsePermissions(text)
  const filter = filterIn(parsed)
  const isFiltered = filter !== null
  const limit = roleLimitOf(filter)
  for (const [module, features] of moduleEntries()) {
    const always = alwaysGranted.includes(module)
    if (!always && !enabledModules.has(module)) continue
    for (const feature of features) {
      if (limit !== null && !limit.features.includes(feature)) continue
      if (isFiltered && unfilteredFeatures.includes(feature)) continue
      for (const action of actions) {
        if (allows(parsed, { module, feature, action, always }))
          granted.add(grantName(module, feature, action))
      }
    }
  }
  return granted
}

/** The filter of a role's permissions; null if it shows all videos. */
export function filterOf(text: string | null): RoleFilter | null {
  return filterIn(parsePermissions(text))
}

/** The object that a role is limited to. */
export function limitOf(text: string | null): RoleLimit | null {
  return roleLimitOf(filterOf(text))
}

/** Whether a role has an environment at all: a limited role only has that of its object. */
export function hasEnvironment(text: string | null, environmentId: string): boolean {
  const limit = limitOf(text)
  return limit === null || limit.environmentId === environmentId
}

/** Whether a role includes all rights and videos of another, with any set of enabled modules. Only full rights include
 * a role with unknown names. */
export function covers(own: string | null, given: string | null): boolean {
  const [mine, theirs] = [parsePermissions(own), parsePermissions(given)]
  if (mine === 'everything' || theirs === 'nothing') return true
  if (theirs === 'everything' || !namesOnlyKnown(theirs)) return false
  if (!isNarrower(filterIn(theirs), filterIn(mine))) return false
  return grantsOf(given, everyModule).isSubsetOf(grantsOf(own, everyModule))
}

const everyModule = Object.keys(modules).join(',')

function namesOnlyKnown(parsed: Parsed): boolean {
  const known = new Map<string, readonly string[]>(moduleEntries())
  return [...parsed.modules].every(([module, features]) =>
    Object.keys(features).every((feature) => known.get(module)?.includes(feature)),
  )
}

/** Whether, judged by the entries, every video that matches the first filter matches the second one. */
function isNarrower(filter: RoleFilter | null, wider: RoleFilter | null): boolean {
  if (wider === null) return true
  const [limit, widerLimit] = [roleLimitOf(filter), roleLimitOf(wider)]
  if (widerLimit !== null) return isSameObject(limit, widerLimit)
  // It shows no videos at all.
  if (limit !== null) return true
  const includes = <T>(wide: readonly T[] | undefined, narrow: readonly T[] | undefined) => {
    if (wide === undefined) return true
    const entries = new Set(wide.map(entryText))
    return narrow?.every((entry) => entries.has(entryText(entry))) === true
  }
  return (
    includes(wider.folders, filter?.folders) &&
    includes(wider.tags, filter?.tags) &&
    includes(wider.metadata, filter?.metadata)
  )
}

function isSameObject(limit: RoleLimit | null, { type, id, environmentId }: RoleLimit): boolean {
  return limit?.type === type && limit.id === id && limit.environmentId === environmentId
}

/** Equal for entries with the same meaning. */
function entryText(entry: unknown): string {
  return JSON.stringify(entry, ['key', 'value'])
}

/** Restricts rights to those of a token's permission. */
export function restrictGrants(
  granted: ReadonlySet<string>,
  permission: readonly TokenPermission[],
): Set<string> {
  const has = (action: string) => permission.includes(action === 'read' ? 'read' : 'write')
  return new Set([...granted].filter((right) => has(right.slice(right.lastIndexOf('.') + 1))))
}

type Flags = Partial<Record<string, boolean | undefined>>
interface Parsed {
  readonly modules: ReadonlyMap<string, Record<string, Flags>>
  readonly filter: RoleFilter | null
}

function filterIn(parsed: Parsed | 'everything' | 'nothing'): RoleFilter | null {
  return typeof parsed === 'string' ? null : parsed.filter
}

function parsePermissions(text: string | null): Parsed | 'everything' | 'nothing' {
  if (text === null) return 'everything'
  try {
    const json: unknown = JSON.parse(text)
    if (json === null) return 'everything'
    if (typeof json !== 'object') return 'nothing'
    const result = permissions.safeParse(json)
    if (!result.success) return 'nothing'
    if (Object.keys(json).length === 0) return 'everything'
    // Parsing drops some keys, such as "__proto__". Such permissions cannot be trusted.
    if (Object.keys(json).length !== Object.keys(result.data).length) return 'nothing'
    const { filter = {}, ...byModule } = result.data
    const isFiltered = Object.keys(filter).length > 0
    return { modules: new Map(Object.entries(byModule)), filter: isFiltered ? filter : null }
  } catch {
    return 'nothing'
  }
}

function allows(
  parsed: Parsed | 'everything' | 'nothing',
  right: { module: string; feature: string; action: string; always: boolean },
): boolean {
  if (typeof parsed === 'string') return parsed === 'everything'
  const features = parsed.modules.get(right.module)
  if (features === undefined) return right.always
  return features[right.feature]?.[right.action] === true
}

function moduleEntries(): [Module, readonly string[]][] {
  return Object.entries(modules) as [Module, readonly string[]][]
}

function grantName(module: string, feature: string, action: string): string {
  return `${module}.${feature}.${action}`
}
