import type { User } from '@kinora/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { uncached } from '../../../lib/uncached'
import { meQuery } from '../queries'

const me = { params: { id: 'me' } } as const

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api('listSessions', { ...me, signal }),
})

export function useUpdateUser() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<Pick<User, 'firstName' | 'lastName' | 'language'>>) =>
      api('updateUser', { ...me, body }),
    onSuccess: (user) => queries.setQueryData(meQuery.queryKey, user),
  })
}

/** The server ends all other sessions. */
export function useChangePassword() {
  const queries = useQueryClient()
  return useMutation({
    ...uncached,
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      api('changePassword', { ...me, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Proves again who the user is, for calls that need a recent sign-in. */
export function useAuthenticateAgain() {
  return useMutation({
    ...uncached,
    mutationFn: (body: { password: string } | { code: string }) => api('authenticateAgain', { ...me, body }),
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

/** Requests a new authenticator secret. The server stores it only after a code confirms it. */
export function useBeginFactor() {
  return useMutation({
    ...uncached,
    mutationFn: (body: { password: string }) => api('beginSecondFactor', { ...me, body }),
  })
}

/** Marks the call whose answer is shown only once: its form stays open until the answer arrives. */
export const confirmingFactor = { mutationKey: ['confirmSecondFactor'] } as const

/** Passes the recovery codes only to `onMade`: a mutation's result would stay in the cache. */
export function useConfirmFactor(onMade: (recoveryCodes: readonly string[]) => void) {
  const queries = useQueryClient()
  return useMutation({
    ...confirmingFactor,
    ...uncached,
    mutationFn: async (code: string) => {
      onMade((await api('confirmSecondFactor', { ...me, body: { code } })).recoveryCodes)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}

export function useEndFactor() {
  const queries = useQueryClient()
  return useMutation({
    ...uncached,
    mutationFn: (code: string) => api('endSecondFactor', { ...me, body: { code } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}
