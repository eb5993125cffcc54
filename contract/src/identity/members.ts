import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { signedInSession } from './accounts.ts'
import { profileBase as base, email, linkToken, organization, roleName } from './people.ts'

export const invitationDays = { least: 1, most: 30, usual: 7 } as const

/** A member of an organization, or a person with an open invitation. */
export const member = z.object({
  /** Null while the invitation is open. */
  userId: z.nullable(uuid),
  /** Null after the person has joined. */
  invitationId: z.nullable(uuid),
  name: z.nullable(z.string()),
  email: z.string(),
  role: roleName,
  /** Roles in single environments, which take precedence over the role above. */
  environmentRoles: z.array(z.object({ environmentId: uuid, role: roleName })),
  status: z.enum(['joined', 'invite sent', 'expired']),
  invitedAt: z.nullable(time),
  expiresAt: z.nullable(time),
  joinedAt: z.nullable(time),
})
export type Member = z.infer<typeof member>

/** Maximum number of people that members without access are referred to. */
export const namedAdministrators = 5

/** The answer to an invitation. */
const invited = z.object({
  ...member.shape,
  /** Whether Kinora emails the link. It cannot without a mail server. */
  emailSent: z.boolean(),
  /** The link, if no email is sent. It works once, and only this response contains it. */
  link: z.nullable(z.string()),
})
export type Invited = z.infer<typeof invited>

export const inviteBody = z.object({
  email,
  roleId: uuid,
  expiresInDays: z._default(
    z.int().check(z.minimum(invitationDays.least), z.maximum(invitationDays.most)),
    invitationDays.usual,
  ),
})

const memberParams = z.object({ ...idParams.shape, userId: uuid })

const memberCalls = {
  listMembers: call({
    method: 'GET',
    path: `${base}/organizations/:id/users`,
    summary: 'List members and open invitations, by name.',
    caller: 'organization',
    right: ['Settings', 'User', 'read'],
    params: idParams,
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(member),
    kind: 'json',
    status: 200,
  }),
  listAdministrators: call({
    method: 'GET',
    path: `${base}/organizations/:id/administrators`,
    summary: `List the names of the people who can give access: owners first, then administrators, at most ${namedAdministrators}. People of an advertiser get none.`,
    caller: 'organization',
    params: idParams,
    answer: z.object({ items: z.array(z.object({ name: z.string(), role: roleName })) }),
    kind: 'json',
    status: 200,
  }),
  changeMember: call({
    method: 'POST',
    path: `${base}/organizations/:id/users`,
    summary: 'Change the role of a member in the organization.',
    caller: 'organization',
    isPersonal: true,
    right: ['Settings', 'User', 'update'],
    params: idParams,
    body: z.object({ userId: uuid, roleId: uuid }),
    answer: member,
    kind: 'json',
    status: 200,
    problems: ['last-owner', 'role-too-strong'],
  }),
  listMemberSessions: call({
    method: 'GET',
    path: `${base}/organizations/:id/users/:userId/sessions`,
    summary: 'List the sessions of a member, newest first.',
    caller: 'organization',
    isPersonal: true,
    right: ['Settings', 'User', 'update'],
    params: memberParams,
    answer: z.object({ items: z.array(signedInSession) }),
    kind: 'json',
    status: 200,
    problems: ['role-too-strong'],
  }),
  endMemberSession: call({
    method: 'DELETE',
    path: `${base}/organizations/:id/users/:userId/sessions/:sessionId`,
    summary: 'Sign a member out of one session.',
    caller: 'organization',
    isPersonal: true,
    right: ['Settings', 'User', 'update'],
    params: z.object({ ...memberParams.shape, sessionId: uuid }),
    kind: 'empty',
    status: 204,
    problems: ['role-too-strong', 'authentication-old'],
  }),
  endMemberSessions: call({
    method: 'DELETE',
    path: `${base}/organizations/:id/users/:userId/sessions`,
    summary: 'Sign a member out of all sessions.',
    caller: 'organization',
    isPersonal: true,
    right: ['Settings', 'User', 'update'],
    params: memberParams,
    kind: 'empty',
    status: 204,
    problems: ['role-too-strong', 'authentication-old'],
  }),
  removeMember: call({
    method: 'DELETE',
    path: `${base}/organizations/:id/users`,
    summary:
      'Remove a member, or leave the organization. Access ends with the next request; API tokens created by the member are revoked.',
    caller: 'organization',
    isPersonal: true,
    params: idParams,
    query: z.object({ userId: uuid }),
    kind: 'empty',
    status: 204,
    problems: ['last-owner', 'role-too-strong', 'organization-inactive'],
  }),
  inviteMember: call({
    method: 'POST',
    path: `${base}/organizations/:id/invite`,
    summary:
      'Invite a person by email. The link in the email works once. Without a mail server, `emailSent` is false and `link` contains the link.',
    caller: 'organization',
    isSensitive: true,
    right: ['Settings', 'User', 'create'],
    params: idParams,
    body: inviteBody,
    answer: invited,
    kind: 'json',
    status: 201,
    problems: ['member-exists', 'role-too-strong'],
    perMinute: 60,
  }),
  resendInvitation: call({
    method: 'POST',
    path: `${base}/organizations/:id/resend`,
    summary:
      'Resend an invitation, with a new link and a new expiry. Without a mail server, `link` contains the new link.',
    caller: 'organization',
    isSensitive: true,
    right: ['Settings', 'User', 'create'],
    params: idParams,
    body: z.object({ invitationId: uuid }),
    answer: invited,
    kind: 'json',
    status: 200,
    problems: ['role-too-strong'],
    perMinute: 60,
  }),
  revokeInvitation: call({
    method: 'DELETE',
    path: `${base}/organizations/:id/invite`,
    summary: 'Revoke an invitation. Its link stops working.',
    caller: 'organization',
    isPersonal: true,
    right: ['Settings', 'User', 'delete'],
    params: idParams,
    query: z.object({ invitationId: uuid }),
    kind: 'empty',
    status: 204,
    problems: ['role-too-strong'],
  }),
  readInvitation: call({
    method: 'POST',
    path: `${base}/organizations/read-invite`,
    summary: 'Get the invitation of a link.',
    caller: 'none',
    body: z.object({ token: linkToken }),
    answer: z.object({
      organization: z.object({ id: uuid, name: z.string(), logoUrl: z.nullable(z.string()) }),
      invitedBy: z.string(),
      email: z.string(),
      role: roleName,
      expiresAt: time,
      /** The address already has an account: sign in to accept. */
      hasAccount: z.boolean(),
    }),
    kind: 'json',
    status: 200,
    problems: ['invitation-over'],
    perMinute: 60,
  }),
  acceptInvitation: call({
    method: 'POST',
    path: `${base}/organizations/accept-invite`,
    summary: "Accept an invitation to the caller's own email address.",
    caller: 'user',
    isPersonal: true,
    body: z.object({ token: linkToken }),
    answer: organization,
    kind: 'json',
    status: 200,
    problems: ['invitation-over', 'invitation-other'],
    perMinute: 60,
  }),
}

export const memberFeature = defineFeature({
  calls: memberCalls,
  problems: {
    'invitation-other': { status: 403, title: 'This invitation is for another email address' },
    'member-exists': { status: 409, title: 'This person is already a member' },
    'last-owner': {
      status: 409,
      title: 'An organization needs an owner. Make another member an owner first.',
    },
  },
  objects: {
    member: ['Settings', 'User', 'read'],
    invitation: ['Settings', 'User', 'read'],
  },
  events: {
    'member.removed': 'member',
  },
  auditActions: [
    'member.invited',
    'member.invitation.resent',
    'member.invitation.revoked',
    'member.joined',
    'member.role.changed',
    'member.removed',
  ],
})
