import type { Organization } from '@kinora/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { meQuery } from '../queries'

/** Resizing a logo takes longer than other changes. */
const updateTimeoutMs = 30_000

export function useUpdateOrganization(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'updateOrganization'>>[1]['body']) =>
      api('updateOrganization', { params: { id }, body, timeoutMs: updateTimeoutMs }),
    onSuccess: (changed: Organization) =>
      queries.setQueryData(
        meQuery.queryKey,
        (me) =>
          me && { ...me, organizations: me.organizations.map((one) => (one.id === id ? changed : one)) },
      ),
  })
}

/** Ends the user's membership. The user is refetched before it resolves. */
export function useLeaveOrganization(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) => {
      await api('removeMember', { params: { id }, query: { userId } })
      await queries.refetchQueries({ queryKey: meQuery.queryKey })
    },
  })
}
