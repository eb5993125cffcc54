import * as z from 'zod/mini'

/** Modules of the product as roles and the organisation's `modules.enabled` name them, with their features. */
export const modules = {
  Videos: ['Video'],
  DAM: ['Folder'],
  'Events and Logs': ['Event', 'Log'],
  Environments: ['Environment'],
  Settings: ['User', 'Role', 'Api Access Token', 'Webhook', 'Signing Key', 'Encoding Profile'],
} as const

export type Module = keyof typeof modules
export type Action = 'create' | 'read' | 'update' | 'delete'
export const actions = ['create', 'read', 'update', 'delete'] as const

/** A right: module, feature, action. */
export type Right = {
  [M in Module]: readonly [M, (typeof modules)[M][number], Action]
}[Module]

/** Modules that a role has by default, enabled or not: in full, unless its permissions name them and say less. */
export const alwaysGranted: readonly Module[] = ['Events and Logs', 'Settings', 'Environments']

const flags = z.object({
  create: z.optional(z.boolean()),
  read: z.optional(z.boolean()),
  update: z.optional(z.boolean()),
  delete: z.optional(z.boolean()),
})
/** A role's permissions: module, then feature, then flags; and an optional filter. */
export const permissions = z.catchall(
  z.object({ filter: z.optional(z.record(z.string(), z.unknown())) }),
  z.record(z.string(), flags),
)

/** What the caller may do, worked out by the server: rights as `Module.Feature.action`. */
export const grants = z.array(z.string())

/** Roles that every organisation has from the start. The console names them in its own language. */
export const builtInRoles = ['owner', 'administrator', 'developer', 'media-team', 'viewer'] as const
export type BuiltInRole = (typeof builtInRoles)[number]
