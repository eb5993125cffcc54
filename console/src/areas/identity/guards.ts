import type { User } from '@kinora/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { sessionToken } from '../../lib/session'
import { meQuery } from './queries'

/** Steps that follow each other as quickly as this ask once. */
const knownMs = 2000

interface Visit {
  readonly context: { readonly queries: QueryClient }
  readonly location: { readonly href: string }
}

/** Lets signed-in people pass; others sign in first and come back. What they may do is asked anew with each step. */
export async function requireUser({ context, location }: Visit): Promise<User> {
  if (sessionToken() === null) throw redirect({ to: '/signin', search: { back: location.href } })
  return await context.queries.ensureQueryData({ ...meQuery, staleTime: knownMs, revalidateIfStale: true })
}

/** Sign-in and sign-up have nothing to say to someone who is in. */
export function requireNobody(): void {
  if (sessionToken() !== null) throw redirect({ to: '/' })
}

/** An address of our own to go back to, or the start: never another site's. */
export function safeBack(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : '/'
}
