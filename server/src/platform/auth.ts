import { actions, alwaysGranted, type Module, modules, permissions, type Right } from '@kinora/contract'

/** Who is calling. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  readonly isAdmin: boolean
}

/** The environment a call acts in, with what the caller may do there. */
export interface Scope {
  readonly environmentId: string
  readonly environmentName: string
  readonly organizationId: string
  readonly organizationIsActive: boolean
  readonly grants: ReadonlySet<string>
}

/** Identity's answers to the two questions that every call asks. */
export interface Authenticator {
  /** The person behind a session token. @throws problem session-missing or session-expired. */
  actor(bearer: string | undefined): Promise<Actor>
  /** The environment, if the actor may enter it. @throws problem not-found. */
  scope(actor: Actor, environmentId: string | undefined): Promise<Scope>
}

/** Whether the scope's role allows it. Denies whatever it does not know. */
export function can(grants: ReadonlySet<string>, [module, feature, action]: Right): boolean {
  return grants.has(grantName(module, feature, action))
}

/**
 * What a role may do, worked out once: rights as `Module.Feature.action`. Null or empty permissions are full
 * rights on every enabled module; permissions that do not parse are none.
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
        if (always || allows(parsed, module, feature, action)) granted.add(grantName(module, feature, action))
      }
    }
  }
  return granted
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
    // Asked of the text's own JSON: what parsing leaves out, such as a key of "__proto__", is not nothing.
    if (Object.keys(json).length === 0) return 'everything'
    const { filter: _filter, ...byModule } = result.data
    return new Map(Object.entries(byModule))
  } catch {
    return 'nothing'
  }
}

function allows(
  parsed: Parsed | 'everything' | 'nothing',
  module: string,
  feature: string,
  action: string,
): boolean {
  if (typeof parsed === 'string') return parsed === 'everything'
  return parsed.get(module)?.[feature]?.[action] === true
}

function moduleEntries(): [Module, readonly string[]][] {
  return Object.entries(modules) as [Module, readonly string[]][]
}

function grantName(module: string, feature: string, action: string): string {
  return `${module}.${feature}.${action}`
}
