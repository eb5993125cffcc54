import * as read from '../../lib/browser/read'

const accountDialogs = ['password', 'factor', 'factor-off', 'organization'] as const

export const accountSearch = read.fields({ dialog: read.oneOf(accountDialogs, undefined) })
export type AccountDialog = (typeof accountDialogs)[number]

export const installationPageSizes = [12, 24, 48, 100] as const

export const installationSearch = read.fields({
  q: read.text('', ({ length }) => length <= 200),
  page: read.page(),
  size: read.oneOf(installationPageSizes, 12),
})
export const noInstallationFilters = { q: '', page: 1, size: 12 } as const

/** The request for the current page. */
export function pageOf({ q, page, size }: read.FieldsRead<typeof installationSearch>) {
  return { pageNum: page, pageSize: size, ...(q !== '' && { phrase: q }) }
}

const environmentSorts = ['name', '-name', 'createdAt', '-createdAt'] as const

export type EnvironmentSort = (typeof environmentSorts)[number]

export const environmentsSearch = read.fields({
  sort: read.oneOf(environmentSorts, 'createdAt'),
  new: read.flag(false),
})

const isOpen = read.flag(false)

/** Rows on a page of Settings. */
export const settingsPageSize = 12

/** Members. `new`: the invite dialog is open. */
export const membersSearch = read.fields({
  q: read.text(''),
  page: read.page(),
  new: isOpen,
})
export const noMembersSearch = { q: '', page: 1, new: false } as const

/** `from`: the role that the new role copies. */
export const rolesSearch = read.fields({ new: isOpen, from: read.text(undefined) })
export const noRolesSearch = { new: false } as const

export const tokensSearch = read.fields({ page: read.page(), revoked: isOpen, new: isOpen })
export const noTokensSearch = { page: 1, revoked: false, new: false } as const

export const keysSearch = read.fields({ page: read.page(), new: isOpen })
export const noKeysSearch = { page: 1, new: false } as const
