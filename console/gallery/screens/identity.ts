import type { AccountRecord, ApiToken, Role } from '@kinora/contract'
import { environmentId, idOf, now, owner } from './people'
import { noVideos } from './samples'
import { type Answers, later, pending, problem, type States } from './state'

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
  'a change of language': {
    path: '/videos',
    answers: { ...noVideos, updateUser: ({ body: { language = 'en' } }) => ({ ...owner, language }) },
  },
  'a role without rights in videos': role(JSON.stringify({ Videos: {} })),
  'a role with all rights': role(null),
}

function account(answers: Answers): States[string] {
  return {
    path: '/account',
    answers: {
      listSessions: { items: [] },
      getSignInOptions: { google: null, needsSetup: false, signUp: 'open', support: null },
      ...answers,
    },
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
