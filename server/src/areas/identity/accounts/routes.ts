import { identityCalls as calls, type User } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../../../platform/auth.ts'
import { headerOf, route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Identity } from '../identity.ts'
import { assertOwn } from '../own-account.ts'
import { changePassword, resetPassword, updateUser, verifyAddress } from './accounts.ts'
import { beginGoogleSignIn, googleVerifier, signInWithGoogle } from './google.ts'
import { impersonate, listOrganizations, listUsers, setStanding } from './installation.ts'
import { type CodeEmail, enqueueCode } from './one-time-codes.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from './second-factor.ts'
import type { Device } from './sessions.ts'
import { userView } from './user-view.ts'
import { hasAccounts, joinByInvitation, signIn, signUp } from './users.ts'

interface CodeQuery {
  readonly email: string
  readonly challenge?: string | undefined
}

/** Sign-up, sign-in and password reset. */
export function signInRoutes(server: HttpServer, identity: Identity): void {
  const { db, config } = identity
  const google = googleVerifier(config)
  const sendCode = async (purpose: CodeEmail, { email, challenge }: CodeQuery) => ({
    challenge: await db.transaction((tx) => enqueueCode(identity, tx, purpose, email, challenge)),
  })

  route(server, calls.getSignInOptions, async () => ({
    signUp: config.SIGN_UP,
    needsSetup: !(await hasAccounts(db)),
    google: google && { clientId: google.clientId },
    support: config.SUPPORT_CONTACT ?? null,
  }))
  route(server, calls.signUp, ({ body, request }) => signUp(identity, deviceOf(request), body))
  route(server, calls.joinByInvitation, ({ body, request }) =>
    joinByInvitation(identity, deviceOf(request), body),
  )
  route(server, calls.signIn, ({ body, request }) => signIn(identity, deviceOf(request), body))
  route(server, calls.beginGoogleSignIn, async () => ({
    nonce: await beginGoogleSignIn(identity, google),
  }))
  route(server, calls.signInWithGoogle, ({ body, request }) =>
    signInWithGoogle(identity, google, deviceOf(request), body),
  )
  route(server, calls.findUser, async ({ query }) => ({
    email: query.email,
    methods: google === null ? ['password' as const] : ['password' as const, 'google' as const],
  }))
  route(server, calls.sendOtp, ({ query }) => sendCode('verify-email', query))
  route(server, calls.sendOtpByGet, ({ query }) => sendCode('verify-email', query))
  route(server, calls.verifyOtp, async ({ body }) => {
    await verifyAddress(identity, body)
    return { isVerified: true as const }
  })
  route(server, calls.requestPasswordReset, ({ body }) => sendCode('reset-password', body))
  route(server, calls.resetPassword, async ({ body }) => {
    await resetPassword(identity, body)
    return undefined
  })
}

/** A user's own account. */
export function accountRoutes(server: HttpServer, identity: Identity): void {
  const { db } = identity
  const viewOf = (person: Person, request: FastifyRequest) => {
    const environmentId = headerOf(request, 'environment-id')
    return userView(identity, db, person.userId, impersonationOf(person), environmentId)
  }

  route(server, calls.getUser, async ({ params, caller, request }) => {
    assertOwn(params.id, caller.actor)
    return viewOf(caller.actor, request)
  })
  route(server, calls.updateUser, async ({ params, body, caller, request }) => {
    assertOwn(params.id, caller.actor)
    await updateUser(identity, caller.actor, body)
    return viewOf(caller.actor, request)
  })
  route(server, calls.changePassword, async ({ params, body, caller }) => {
    assertOwn(params.id, caller.actor)
    await changePassword(identity, caller.actor, body)
    return undefined
  })
  route(server, calls.beginSecondFactor, async ({ params, body, caller }) => {
    assertOwn(params.id, caller.actor)
    return beginSecondFactor(identity, caller.actor, body.password)
  })
  route(server, calls.confirmSecondFactor, async ({ params, body, caller }) => {
    assertOwn(params.id, caller.actor)
    return { recoveryCodes: await confirmSecondFactor(identity, caller.actor, body.code) }
  })
  route(server, calls.endSecondFactor, async ({ params, body, caller }) => {
    assertOwn(params.id, caller.actor)
    await endSecondFactor(identity, caller.actor, body.code)
    return undefined
  })
}

/** Administration of the installation. */
export function installationRoutes(server: HttpServer, identity: Identity): void {
  route(server, calls.listUsers, ({ query }) => listUsers(identity, query))
  route(server, calls.impersonate, ({ body, request, caller }) =>
    impersonate(identity, caller.actor, deviceOf(request), body),
  )
  route(server, calls.listOrganizations, ({ query }) => listOrganizations(identity, query))
  route(server, calls.setStanding, ({ params, body, caller }) =>
    setStanding(identity, caller.actor, params.id, body),
  )
}

function impersonationOf({ impersonatedBy }: Person): User['impersonation'] {
  return impersonatedBy && { by: impersonatedBy.name, expiresAt: impersonatedBy.until.toISOString() }
}

function deviceOf(request: FastifyRequest): Device {
  return { userAgent: request.headers['user-agent'] ?? null, address: request.ip }
}
