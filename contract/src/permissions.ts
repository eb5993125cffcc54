import * as z from 'zod/mini'
import { modules, roleLimits, unfilteredFeatures } from './vocabularies.gen.ts'

export { modules, unfilteredFeatures }
export type Module = keyof typeof modules
export type Action = 'create' | 'read' | 'update' | 'delete'
export const actions = ['create', 'read', 'update', 'delete'] as const

/** A right: module, feature, action. */
export type Right = {
  [M in Module]: readonly [M, (typeof modules)[M][number], Action]
}[Module]

/** Modules that every role includes, enabled or not. A role that does not name such a module has all its rights; a role
 * that names it has only the rights that it lists. */
export const alwaysGranted: readonly Module[] = [
  'Events and Logs',
  'Settings',
  'Environments',
  'Embed Reports',
]

const flags = z.object({
  create: z.optional(z.boolean()),
  read: z.optional(z.boolean()),
  update: z.optional(z.boolean()),
  delete: z.optional(z.boolean()),
})
/** Entries of each kind in a filter. */
export const maxFilterEntries = 50
const some = <T extends z.ZodMiniType>(entry: T) =>
  z.optional(z.array(entry).check(z.minLength(1), z.maxLength(maxFilterEntries)))
const limitObject = z.optional(z.strictObject({ id: z.uuid(), environmentId: z.uuid() }))
const limitTypes = Object.keys(roleLimits) as RoleLimitType[]
const limitObjects = Object.fromEntries(limitTypes.map((type) => [type, limitObject])) as Record<
  RoleLimitType,
  typeof limitObject
>
/** Limits a role to some videos, or to an object such as an advertiser (`RoleLimit`). A video matches if it has one of
 * the entries of each given kind. */
export const roleFilter = z.strictObject({
  ...limitObjects,
  /** Folders, with everything below them. */
  folders: some(z.uuid()),
  tags: some(z.string().check(z.minLength(1), z.maxLength(100))),
  metadata: some(
    z.strictObject({
      key: z.string().check(z.minLength(1), z.maxLength(100)),
      value: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
  ),
})
export type RoleFilter = z.infer<typeof roleFilter>
export type RoleLimitType = keyof typeof roleLimits

/** The object that a role is limited to. The role has rights on some features only, works in one environment only, and
 * shows no videos. */
export interface RoleLimit {
  readonly type: RoleLimitType
  readonly id: string
  readonly environmentId: string
  readonly features: readonly string[]
}

export function roleLimitOf(filter: RoleFilter | null): RoleLimit | null {
  for (const type of limitTypes) {
    const object = filter?.[type]
    if (object !== undefined) return { ...object, type, features: roleLimits[type] }
  }
  return null
}

/** Permissions of a role: module, then feature, then flags, and an optional filter. */
export const permissions = z.catchall(
  z.object({ filter: z.optional(roleFilter) }),
  z.record(z.string(), flags),
)

/** Rights of the caller as `Module.Feature.action`, computed by the server. */
export const grants = z.array(z.string())

/** Roles that every organization has from the start. The console translates their names. */
export const builtInRoles = ['owner', 'administrator', 'developer', 'media-team', 'viewer'] as const
export type BuiltInRole = (typeof builtInRoles)[number]
