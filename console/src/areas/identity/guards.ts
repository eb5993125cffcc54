import type { User } from '@kinora/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { sessionToken } from '../../lib/session'
import { meQuery } from './queries'

/** The guards of one navigation share one request. Short, since a changed role holds from the next click. */
const knownMs = 200

interface GuardContext {
  readonly context: { readonly queries: QueryClient }
  readonly location: { readonly href: string }
}

interface Entering {
  readonly search: { readonly back?: string | undefined }
}

/** Redirects visitors to sign-in, unverified users to the verification screen, and users without a required second
 * factor to its setup. */
export async function requireUser({ context, location }: GuardContext): Promise<User> {
  const user = await requireAnyUser({ context, location })
  if (user.mustVerify) throw redirect({ to: '/verify', search: { back: location.href } })
  if (user.mustSetUpFactor) throw redirect({ to: '/second-factor', search: { back: location.href } })
  return user
}

/** Allows only users who still have to confirm their address. */
export async function requireUnverified({ search, ...context }: GuardContext & Entering): Promise<void> {
  const user = await requireAnyUser(context)
  if (!user.mustVerify) throw redirect({ href: safeBack(search.back), replace: true })
}

/** Allows only users who still have to set up a second factor. */
export async function requireMissingFactor({ search, ...context }: GuardContext & Entering): Promise<void> {
  const user = await requireAnyUser(context)
  if (!user.mustSetUpFactor) throw redirect({ href: safeBack(search.back), replace: true })
}

/** Redirects signed-in users away from sign-in and sign-up. */
export function requireNobody({ search }: Entering): void {
  if (sessionToken() !== null) throw redirect({ href: safeBack(search.back), replace: true })
}

/** Returns a path of this site, or `/`: prevents open redirects. Browsers drop control characters of an address. */
export function safeBack(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])\P{Cc}*$/u.test(back) ? back : '/'
}

async function requireAnyUser({ context, location }: GuardContext): Promise<User> {
  if (sessionToken() === null) throw redirect({ to: '/signin', search: { back: location.href } })
  // Refetch the grants on each navigation.
  return await context.queries.ensureQueryData({ ...meQuery, staleTime: knownMs, revalidateIfStale: true })
}
