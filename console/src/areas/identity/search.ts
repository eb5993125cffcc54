import * as z from 'zod/mini'

const accountDialogs = ['password', 'factor', 'factor-off', 'organization'] as const

export const accountSearch = z.object({ dialog: z.catch(z.optional(z.enum(accountDialogs)), undefined) })
export type AccountDialog = (typeof accountDialogs)[number]

export const installationPageSizes = [12, 24, 48, 100] as const

export const installationSearch = z.object({
  q: z.catch(z._default(z.string().check(z.maxLength(200)), ''), ''),
  page: z.catch(z._default(z.int().check(z.minimum(1)), 1), 1),
  size: z.catch(z._default(z.literal(installationPageSizes), 12), 12),
})
export const noInstallationFilters = { q: '', page: 1, size: 12 } as const

/** The request for the current page. */
export function pageOf({ q, page, size }: z.infer<typeof installationSearch>) {
  return { pageNum: page, pageSize: size, ...(q !== '' && { phrase: q }) }
}

const environmentSorts = ['name', '-name', 'createdAt', '-createdAt'] as const

export type EnvironmentSort = (typeof environmentSorts)[number]

export const environmentsSearch = z.object({
  sort: z.catch(z._default(z.enum(environmentSorts), 'createdAt'), 'createdAt'),
  new: z.catch(z._default(z.boolean(), false), false),
})

const page = z.catch(z._default(z.int().check(z.minimum(1)), 1), 1)
const isOpen = z.catch(z._default(z.boolean(), false), false)

/** Rows on a page of Settings. */
export const settingsPageSize = 12

/** Members. `new`: the invite dialog is open. */
export const membersSearch = z.object({
  q: z.catch(z._default(z.string(), ''), ''),
  page,
  new: isOpen,
})
export const noMembersSearch = { q: '', page: 1, new: false } as const

/** `from`: the role that the new role copies. */
export const rolesSearch = z.object({ new: isOpen, from: z.catch(z.optional(z.string()), undefined) })
export const noRolesSearch = { new: false } as const

export const tokensSearch = z.object({ page, revoked: isOpen, new: isOpen })
export const noTokensSearch = { page: 1, revoked: false, new: false } as const

export const keysSearch = z.object({ page, new: isOpen })
export const noKeysSearch = { page: 1, new: false } as const
