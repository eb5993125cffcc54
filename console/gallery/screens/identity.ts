import type { ApiToken, Role } from '@kinora/contract'
import { environmentId, idOf, now, owner } from './people'
import { noVideos } from './samples'
import { later, problem, type States } from './state'

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
      getSignInOptions: { google: null, needsSetup: false, signUp: 'open', support: null },
    }),
  },
  'a change of language': {
    path: '/videos',
    answers: { ...noVideos, updateUser: ({ body: { language = 'en' } }) => ({ ...owner, language }) },
  },
  'a role without rights in videos': role(JSON.stringify({ Videos: {} })),
  'a role with all rights': role(null),
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
