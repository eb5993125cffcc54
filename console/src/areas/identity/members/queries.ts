import type { Member } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { keepPage } from '../../../lib/browser/keep-page'
import { refreshUser } from '../queries'
import { refreshRoles } from '../roles/queries'

export interface MembersParams {
  readonly phrase?: string
  readonly pageNum: number
  readonly pageSize: number
}

const membersKey = (organizationId: string) => ['members', organizationId] as const

export function membersQuery(organizationId: string, query: MembersParams) {
  return queryOptions({
    queryKey: [...membersKey(organizationId), query],
    queryFn: ({ signal }) => api('listMembers', { params: { id: organizationId }, query, signal }),
    placeholderData: keepPage(membersKey(organizationId)),
  })
}

export function memberSessionsQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: ['member-sessions', organizationId, userId],
    queryFn: ({ signal }) => api('listMemberSessions', { params: { id: organizationId, userId }, signal }),
  })
}

export function useEndMemberSession(organizationId: string, userId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) =>
      api('endMemberSession', { params: { id: organizationId, userId, sessionId } }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: memberSessionsQuery(organizationId, userId).queryKey }),
  })
}

export function useEndMemberSessions(organizationId: string, userId: string) {
  return useMutation({
    mutationFn: () => api('endMemberSessions', { params: { id: organizationId, userId } }),
  })
}

export function useInviteMember(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'inviteMember'>>[1]['body']) =>
      api('inviteMember', { params: { id: organizationId }, body }),
    onSuccess: () => refreshMembers(queries, organizationId),
  })
}

export function useResendInvitation(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) =>
      api('resendInvitation', { params: { id: organizationId }, body: { invitationId } }),
    onSuccess: () => refreshMembers(queries, organizationId),
  })
}

export function useRevokeInvitation(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) =>
      api('revokeInvitation', { params: { id: organizationId }, query: { invitationId } }),
    onSettled: () => refreshMembers(queries, organizationId),
  })
}

export function useRemoveMember(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) =>
      api('removeMember', { params: { id: organizationId }, query: { userId } }),
    onSettled: () => refreshMembers(queries, organizationId),
  })
}

/** A member's role in the organization and overrides in single environments. */
export interface Access {
  readonly roleId: string
  /** Role ids by environment id; null if the organization's role applies. */
  readonly environments: ReadonlyMap<string, string | null>
}

/** Applies the changes one by one. Changes before a refused one stay. */
export function useChangeAccess(organizationId: string) {
  const queries = useQueryClient()
  const params = { id: organizationId }
  return useMutation({
    mutationFn: async ({ member, access }: { member: Member; access: Access }) => {
      const { userId } = member
      if (userId === null) return
      if (access.roleId !== member.role.id) {
        await api('changeMember', { params, body: { userId, roleId: access.roleId } })
      }
      for (const [environmentId, roleId] of access.environments) {
        const before = member.environmentRoles.find((each) => each.environmentId === environmentId)
        if (roleId === (before?.role.id ?? null)) continue
        if (roleId === null) await api('unassignRole', { params, query: { userId, environmentId } })
        else await api('assignRole', { params, body: { userId, roleId, environmentId } })
      }
    },
    onSettled: () => Promise.all([refreshMembers(queries, organizationId), refreshUser(queries)]),
  })
}

function refreshMembers(queries: QueryClient, organizationId: string): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: membersKey(organizationId) }),
    refreshRoles(queries, organizationId),
  ])
}
