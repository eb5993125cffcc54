import type { Role } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { Problem } from '../../../lib/problem'
import { refreshUser } from '../queries'

const rolesKey = (organizationId: string) => ['roles', organizationId] as const

export function rolesQuery(organizationId: string) {
  return queryOptions({
    queryKey: rolesKey(organizationId),
    queryFn: async ({ signal }) => (await api('listRoles', { params: { id: organizationId }, signal })).items,
  })
}

/** The holders of the role in the organization and in single environments. */
export function roleUsersQuery(organizationId: string, roleId: string) {
  return queryOptions({
    queryKey: ['roleUsers', organizationId, roleId],
    queryFn: async ({ signal }) =>
      (await api('listRoleUsers', { params: { id: organizationId }, query: { roleId }, signal })).items,
  })
}

type RoleBody = Parameters<typeof api<'createRole'>>[1]['body']

export function useCreateRole(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: RoleBody) => api('createRole', { params: { id: organizationId }, body }),
    onSuccess: (role) => keepRole(queries, organizationId, role),
  })
}

export function useUpdateRole(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id: roleId, ...change }: Partial<RoleBody> & { id: string }) => {
      // The call replaces both fields, and another user may have changed the other one: read it first.
      const roles = await queries.fetchQuery({ ...rolesQuery(organizationId), staleTime: 0 })
      const role = roles.find(({ id }) => id === roleId)
      if (!role) throw new Problem('not-found', 404)
      const { name, permissions } = { ...role, ...change }
      return await api('updateRole', { params: { id: organizationId, roleId }, body: { name, permissions } })
    },
    onSuccess: (role) => {
      keepRole(queries, organizationId, role)
      // The user may hold the role, and other lists show its name.
      void refreshUser(queries)
      void queries.invalidateQueries({ queryKey: ['members', organizationId] })
    },
  })
}

export function useDeleteRole(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (roleId: string) => api('deleteRole', { params: { id: organizationId, roleId } }),
    onSettled: () => refreshRoles(queries, organizationId),
  })
}

export function refreshRoles(queries: QueryClient, organizationId: string): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: rolesKey(organizationId) }),
    queries.invalidateQueries({ queryKey: ['roleUsers', organizationId] }),
  ])
}

/** Puts the server's version of a role into the cached list. */
function keepRole(queries: QueryClient, organizationId: string, role: Role): void {
  queries.setQueryData(rolesQuery(organizationId).queryKey, (known) => {
    if (!known) return known
    const others = known.some(({ id }) => id === role.id)
    return others ? known.map((one) => (one.id === role.id ? role : one)) : [...known, role]
  })
  void refreshRoles(queries, organizationId)
}
