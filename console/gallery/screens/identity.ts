import type { AccountRecord, ApiToken, Member, Role, SignedInSession, SignInRules } from '@kinora/contract'
import { environmentId, idOf, now, owner, personWith } from './people'
import { noVideos } from './samples'
import { type Answers, empty, later, pending, problem, type States } from './state'

const token: ApiToken = {
  id: idOf(1),
  environmentId,
  name: 'Newsroom publisher',
  permission: ['read'],
  status: 'active',
  createdAt: now,
  createdBy: 'Ananya Rao Iyer',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
}

const noTokens = { items: [], pageNum: 1, pageSize: 25, totalItems: 0 }

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function record(
  id: number,
  action: AccountRecord['action'],
  given: Partial<AccountRecord> = {},
): AccountRecord {
  const seen = { at: now, lastAt: now, address: '203.0.113.7', userAgent: firefox, by: null }
  return { id: idOf(id), action, failed: false, repeats: 1, ...seen, ...given }
}

const activity = [
  record(1, 'session.started'),
  record(2, 'sign_in.locked', { failed: true }),
  record(3, 'sign_in.failed', { failed: true, repeats: 9, userAgent: 'curl/8.5.0' }),
  record(4, 'access.refused', { failed: true, address: null, userAgent: null }),
  record(5, 'session.revoked', { by: 'Meera Nair' }),
  record(6, 'second_factor.enabled'),
]

const manager = personWith([
  'Environments.Environment.read',
  'Settings.User.read',
  'Settings.User.update',
  'Settings.Role.read',
])

const roles: Role[] = [
  { id: idOf(10), name: 'Owner', builtIn: 'owner', permissions: null, users: 1, createdAt: now },
  { id: idOf(11), name: 'Media team', builtIn: 'media-team', permissions: '{}', users: 3, createdAt: now },
  { id: idOf(12), name: 'Night shift', builtIn: null, permissions: '{}', users: 2, createdAt: now },
]

const signInRules: SignInRules = {
  requiresSecondFactor: false,
  secondFactorRoles: [{ id: idOf(10), name: 'Owner', builtIn: 'owner' }],
  sessionIdleMinutes: 480,
  installationIdleMinutes: 10_080,
  membersWithoutSecondFactor: 4,
}

export const identity: States = {
  'a token that takes time': {
    path: '/settings/tokens',
    answers: () => ({
      listTokens: noTokens,
      createToken: () => later({ ...token, secret: 'kin_0123456789' }),
    }),
  },
  'a new token': { path: '/settings/tokens?new=true', answers: { listTokens: noTokens } },
  'a session that ends': {
    path: '/account',
    answers: () => ({
      streamEvents: later(problem('session-expired')),
      listSessions: { items: [] },
      listAccountRecords: { items: [], nextCursor: null },
      getSignInOptions: { google: null, needsSetup: false, signUp: 'open', support: null },
    }),
  },
  'sign-in activity': account({
    listAccountRecords: ({ query }) =>
      query.cursor === undefined
        ? { items: activity, nextCursor: 'more' }
        : { items: [record(7, 'session.ended')], nextCursor: null },
  }),
  'no sign-in activity': account({ listAccountRecords: { items: [], nextCursor: null } }),
  'sign-in activity that takes time': account({ listAccountRecords: pending }),
  'sign-in activity that does not load': account({ listAccountRecords: problem('internal') }),
  'sessions long after the sign-in': account(() => {
    let isConfirmed = false
    return {
      listSessions: { items: [{ ...session(1, firefox), isCurrent: true }, session(2, 'curl/8.5.0')] },
      listAccountRecords: { items: [], nextCursor: null },
      endSession: () => (isConfirmed ? empty : problem('authentication-old')),
      endSessions: () => (isConfirmed ? empty : problem('authentication-old')),
      authenticateAgain: ({ body }) => {
        if (body.password !== 'Correct-horse1') return problem('password-wrong')
        isConfirmed = true
        return empty
      },
    }
  }),
  'sign-in rules': {
    path: '/settings/organization',
    user: manager,
    answers: () => {
      let rules = signInRules
      return {
        listRoles: { items: roles },
        getSignInRules: () => rules,
        setSignInRules: ({ body }) => {
          const chosen = roles.filter(({ id }) => body.secondFactorRoleIds?.includes(id))
          rules = {
            ...rules,
            requiresSecondFactor: body.requiresSecondFactor ?? rules.requiresSecondFactor,
            secondFactorRoles: chosen.map(({ id, name, builtIn }) => ({ id, name, builtIn })),
            sessionIdleMinutes: body.sessionIdleMinutes ?? null,
          }
          return rules
        },
      }
    },
  },
  'sign-in rules that lock out their author': {
    path: '/settings/organization',
    user: manager,
    answers: {
      listRoles: { items: roles },
      getSignInRules: signInRules,
      setSignInRules: problem('second-factor-off'),
    },
  },
  'sign-in rules that take time': {
    path: '/settings/organization',
    user: manager,
    answers: { listRoles: { items: roles }, getSignInRules: pending },
  },
  'sign-in rules that do not load': {
    path: '/settings/organization',
    user: manager,
    answers: { listRoles: { items: roles }, getSignInRules: problem('internal') },
  },
  'a required second factor': {
    path: '/account',
    user: { ...owner, needsSecondFactor: true, mustSetUpFactor: true },
    answers: {
      beginSecondFactor: {
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Kinora:a?secret=JBSWY3DPEHPK3PXP',
      },
      confirmSecondFactor: { recoveryCodes: ['abcde-fghjk-mnpqr-stuvw-xyz23'] },
    },
  },
  'a required second factor without a password': {
    path: '/account',
    user: { ...owner, hasPassword: false, needsSecondFactor: true, mustSetUpFactor: true },
    answers: {},
  },
  'sessions of a member': members({
    listMemberSessions: { items: [session(1, firefox), session(2, 'curl/8.5.0')] },
    endMemberSession: empty,
    endMemberSessions: empty,
  }),
  'a member who is signed in nowhere': members({ listMemberSessions: { items: [] } }),
  'sessions of a member that take time': members({ listMemberSessions: pending }),
  'sessions of a stronger member': members({ listMemberSessions: problem('role-too-strong') }),
  'people of the installation': {
    path: '/administration',
    user: { ...owner, isAdmin: true },
    answers: {
      listUsers: {
        items: [
          {
            id: idOf(31),
            email: 'meera@example.com',
            name: 'Meera Nair',
            isAdmin: false,
            hasSecondFactor: true,
            organizations: [],
            createdAt: now,
          },
        ],
        pageNum: 1,
        pageSize: 25,
        totalItems: 1,
      },
      endUserSessions: empty,
      resetSecondFactor: empty,
    },
  },
  'a change of language': {
    path: '/videos',
    answers: { ...noVideos, updateUser: ({ body: { language = 'en' } }) => ({ ...owner, language }) },
  },
  'a role without rights in videos': role(JSON.stringify({ Videos: {} })),
  'a role with all rights': role(null),
}

function members(answers: Answers): States[string] {
  const member: Member = {
    userId: idOf(21),
    invitationId: null,
    name: 'Meera Nair',
    email: 'meera@example.com',
    role: { id: idOf(11), name: 'Media team', builtIn: 'media-team' },
    environmentRoles: [],
    status: 'joined',
    invitedAt: null,
    expiresAt: null,
    joinedAt: now,
  }
  return {
    path: '/settings/members',
    user: manager,
    answers: { listMembers: { items: [member], pageNum: 1, pageSize: 25, totalItems: 1 }, ...answers },
  }
}

function session(id: number, userAgent: string): SignedInSession {
  const times = { createdAt: now, lastSeenAt: now, expiresAt: now }
  return { id: idOf(id), isCurrent: false, userAgent, address: '203.0.113.7', ...times }
}

function account(answers: Answers | (() => Answers)): States[string] {
  return {
    path: '/account',
    answers: () => ({
      listSessions: { items: [] },
      getSignInOptions: { google: null, needsSetup: false, signUp: 'open', support: null },
      ...(typeof answers === 'function' ? answers() : answers),
    }),
  }
}

function role(permissions: string | null): States[string] {
  return {
    path: `/settings/roles/${idOf(1)}`,
    answers: () => {
      let shown: Role = {
        id: idOf(1),
        name: 'Night shift',
        builtIn: null,
        permissions,
        users: 0,
        createdAt: now,
      }
      return {
        listRoles: () => ({ items: [shown] }),
        listRoleUsers: { items: [] },
        listMembers: { items: [], pageNum: 1, pageSize: 25, totalItems: 0 },
        listCollectionTree: { items: [] },
        listTags: { items: [] },
        listMetadataKeys: { items: [] },
        updateRole: ({ body }) => {
          shown = { ...shown, ...body }
          return shown
        },
      }
    },
  }
}
