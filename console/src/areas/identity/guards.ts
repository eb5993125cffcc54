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

interface Entering {
  readonly search: { readonly back?: string | undefined }
}

/** Lets signed-in people pass; others sign in first and come back, and so do those who have to confirm their address. */
export async function requireUser({ context, location }: Visit): Promise<User> {
  const user = await requireAnyUser({ context, location })
  if (user.mustVerify) throw redirect({ to: '/verify', search: { back: location.href } })
  return user
}

/** Lets those pass who still have to confirm their address; others have nothing to do there. */
export async function requireUnverified({ search, ...visit }: Visit & Entering): Promise<void> {
  const user = await requireAnyUser(visit)
  if (!user.mustVerify) throw redirect({ href: safeBack(search.back), replace: true })
}

/** Sign-in and sign-up have nothing to say to someone who is in. */
export function requireNobody({ search }: Entering): void {
  if (sessionToken() !== null) throw redirect({ href: safeBack(search.back), replace: true })
}

/** An address of our own to go back to, or the start: never another site's. */
export function safeBack(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : '/'
}

async function requireAnyUser({ context, location }: Visit): Promise<User> {
  if (sessionToken() === null) throw redirect({ to: '/signin', search: { back: location.href } })
  // What they may do is asked anew with each step.
  return await context.queries.ensureQueryData({ ...meQuery, staleTime: knownMs, revalidateIfStale: true })
}
