import type { User } from '@kinora/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { sessionToken } from '../../../lib/session'
import { uncached } from '../../../lib/uncached'
import { meQuery, startUserSession } from '../queries'
import { challengeOf, recordCodeSent, storeChallenge } from './sent-codes'

const optionsTimeoutMs = 800
/** Without a request in this tab no code is right. */
const noChallenge = '-'.repeat(32)

/** The sign-in methods of this installation. They change only with the first account. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['signInOptions'],
  queryFn: ({ signal }) => api('getSignInOptions', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isPublic: true },
})

/** Waits briefly for the options, so that the layout does not shift. The page also works without them. */
export async function preloadSignInOptions(queries: QueryClient) {
  const known = queries.ensureQueryData(signInOptionsQuery).catch(() => undefined)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, optionsTimeoutMs, undefined))
  return await Promise.race([known, late])
}

export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    ...uncached,
    mutationFn: (body: Parameters<typeof api<'signIn'>>[1]['body']) => api('signIn', { body }),
    onSuccess: (session) => startUserSession(queries, session),
  })
}

/** The nonce of a sign-in with Google that begins in this tab. */
export function useBeginGoogle() {
  return useMutation({ ...uncached, mutationFn: () => api('beginGoogleSignIn') })
}

export function useSignInWithGoogle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api<'signInWithGoogle'>>[1]['body']) =>
      api('signInWithGoogle', { body }),
    onSuccess: (session) => startUserSession(queries, session),
  })
}

export function useSignUp() {
  const queries = useQueryClient()
  return useMutation({
    ...uncached,
    mutationFn: (body: Parameters<typeof api<'signUp'>>[1]['body']) => api('signUp', { body }),
    onSuccess: ({ token, user, challenge }, { email }) => {
      // The installation has an account now.
      queries.removeQueries({ queryKey: signInOptionsQuery.queryKey })
      if (token !== null && user !== null) return startUserSession(queries, { token, user })
      recordCodeSent('verify', email)
      if (challenge !== null) storeChallenge('verify', email, challenge)
    },
  })
}

export function useSendCode() {
  return useMutation({
    mutationFn: (email: string) =>
      api('sendOtp', { query: { email, challenge: challengeOf('verify', email) } }),
    onSuccess: ({ challenge }, email) => storeChallenge('verify', email, challenge),
  })
}

export function useVerifyAddress() {
  const queries = useQueryClient()
  return useMutation({
    ...uncached,
    mutationFn: (body: { email: string; otp: string; password?: string }) =>
      api('verifyOtp', { body: { ...body, challenge: challengeOf('verify', body.email) ?? noChallenge } }),
    onSuccess: () =>
      queries.setQueryData(
        meQuery.queryKey,
        (me): User | undefined => me && { ...me, isVerified: true, mustVerify: false },
      ),
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) =>
      api('requestPasswordReset', { body: { email, challenge: challengeOf('reset', email) } }),
    onSuccess: ({ challenge }, email) => storeChallenge('reset', email, challenge),
  })
}

/** The server ends all sessions of the user. */
export function useResetPassword() {
  const queries = useQueryClient()
  return useMutation({
    ...uncached,
    mutationFn: (body: { email: string; otp: string; password: string }) =>
      api('resetPassword', { body: { ...body, challenge: challengeOf('reset', body.email) ?? noChallenge } }),
    onSuccess: async () => {
      if (sessionToken() === null) return
      await queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)
    },
  })
}
