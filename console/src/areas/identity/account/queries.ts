import type { User } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { forgotten } from '../../../lib/forgotten'
import { meQuery } from '../queries'

const me = { params: { id: 'me' } } as const

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api('listSessions', { ...me, signal }),
})

export function useUpdateUser() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: Partial<Pick<User, 'firstName' | 'lastName' | 'language'>>) => {
      // The call takes all three; what is not changed here may have been elsewhere.
      const { firstName, lastName, language } = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
      return await api('updateUser', { ...me, body: { firstName, lastName, language, ...change } })
    },
    onSuccess: (user) => queries.setQueryData(meQuery.queryKey, user),
  })
}

/** All other sessions end with it. */
export function useChangePassword() {
  const queries = useQueryClient()
  return useMutation({
    ...forgotten,
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      api('changePassword', { ...me, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => api('endSession', { params: { ...me.params, sessionId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export function useEndOtherSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api('endSessions', me),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** A new secret for an authenticator, which nobody keeps before a code of it was confirmed. */
export function useBeginFactor() {
  return useMutation({ ...forgotten, mutationFn: () => api('beginSecondFactor', me) })
}

/** Names the call whose answer is shown once: what asks for it stays until it has come. */
export const confirmingFactor = { mutationKey: ['confirmSecondFactor'] } as const

/** The recovery codes go to `onMade` and nowhere else: what a mutation answers would stay in the cache. */
export function useConfirmFactor(onMade: (recoveryCodes: readonly string[]) => void) {
  const queries = useQueryClient()
  return useMutation({
    ...confirmingFactor,
    ...forgotten,
    mutationFn: async (code: string) => {
      onMade((await api('confirmSecondFactor', { ...me, body: { code } })).recoveryCodes)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}

export function useEndFactor() {
  const queries = useQueryClient()
  return useMutation({
    ...forgotten,
    mutationFn: (code: string) => api('endSecondFactor', { ...me, body: { code } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}
