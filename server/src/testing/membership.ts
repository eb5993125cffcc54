import { randomUUID } from 'node:crypto'
import type { Invited } from '@kinora/contract'
import { type Client, client } from './client.ts'
import { emailTo, linkTokenIn } from './mailbox.ts'
import type { World } from './world.ts'

export const password = 'Correct-horse1'
export const names = { firstName: 'Lakshmi', lastName: 'Prasad' }

export const someone = () => `${randomUUID()}@example.com`

export interface Membership {
  readonly organization: { readonly id: string }
  /** ID of a built-in role. */
  roleCalled(builtIn: string): string
  invite(email: string, builtIn?: string, who?: Client): Promise<Invited>
  /** A new person who accepted an invitation. */
  joined(builtIn: string): Promise<{ client: Client; userId: string; email: string }>
}

/** Adds members to the owner's organization by emailed invitations. */
export async function openMembership({ kinora, owner }: World): Promise<Membership> {
  const { environmentId, organizationId } = owner
  const organization = { id: organizationId ?? '' }
  const { items } = await owner.call('listRoles', { params: organization })
  const roleCalled = (builtIn: string) => items.find((role) => role.builtIn === builtIn)?.id ?? ''
  const invite = (email: string, builtIn = 'viewer', who = owner) =>
    who.call('inviteMember', { params: organization, body: { email, roleId: roleCalled(builtIn) } })
  return {
    organization,
    roleCalled,
    invite,
    async joined(builtIn) {
      const email = someone()
      await invite(email, builtIn)
      const token = linkTokenIn(await emailTo(kinora, email))
      const visitor = client(kinora.url, null, null, null)
      const session = await visitor.call('joinByInvitation', { body: { token, password, ...names } })
      return {
        client: client(kinora.url, session.token, organizationId, environmentId),
        userId: session.user.id,
        email,
      }
    },
  }
}

/** The error of a refused call. */
export async function refusal(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  return error instanceof Error ? error.message : String(error)
}
