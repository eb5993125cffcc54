import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { accountsPath, posting, socialAccounts } from './base.ts'
import { socialAccountReasons, socialAccountStates, socialNetworks } from './values.ts'

const accountFields = {
  id: uuid,
  network: z.enum(socialNetworks),
  /** The name that the network shows. */
  name: z.string(),
  state: z.enum(socialAccountStates),
  reason: z.nullable(z.enum(socialAccountReasons)),
}

export const socialAccount = z.object({
  ...accountFields,
  environmentId: uuid,
  /** ID of the account at the network. */
  remoteId: z.string(),
  url: z.nullable(z.string()),
  /** Posts that wait or are under way. */
  openPosts: z.int(),
  connectedBy: z.string(),
  connectedAt: time,
  /** When the network last said that the account works. */
  checkedAt: z.nullable(time),
  /** When the access ends, if a person must connect the account again before. Null if it is further than 30 days away, or does not
   * end by itself. */
  endsAt: z.nullable(time),
})
export type SocialAccount = z.infer<typeof socialAccount>

/** An account as people see it who post. */
export const socialTarget = z.object({ ...accountFields, isAudited: z.boolean() })
export type SocialTarget = z.infer<typeof socialTarget>

const socialAccountCalls = {
  listSocialAccounts: call({
    method: 'GET',
    path: accountsPath,
    summary: 'List connected accounts, newest first.',
    caller: 'environment',
    right: socialAccounts('read'),
    query: z.object(pageQuery),
    answer: page(socialAccount),
    kind: 'json',
    status: 200,
  }),
  listSocialTargets: call({
    method: 'GET',
    path: `${accountsPath}/targets`,
    summary: 'List the accounts that videos can be posted to.',
    caller: 'environment',
    right: posting('read'),
    answer: z.object({ items: z.array(socialTarget) }),
    kind: 'json',
    status: 200,
  }),
  connectSocialAccount: call({
    method: 'POST',
    path: `${accountsPath}/connect`,
    summary:
      'Begin to connect an account: a person opens the URL, allows the access at the network, and is sent back to the redirect URI within 10 minutes.',
    caller: 'environment',
    right: socialAccounts('create'),
    isSensitive: true,
    body: z.object({
      network: z.enum(socialNetworks),
      /** The account that must be connected again. Another one is refused then. */
      accountId: z.optional(uuid),
    }),
    answer: z.object({ url: z.string() }),
    kind: 'json',
    status: 200,
    problems: ['social-not-set-up', 'not-found'],
  }),
  finishSocialAccount: call({
    method: 'POST',
    path: `${accountsPath}/callback`,
    summary:
      'Connect the account with what the network sent back. The state counts once, for the person who began.',
    caller: 'environment',
    right: socialAccounts('create'),
    isSensitive: true,
    body: z.object({
      state: z.string().check(z.minLength(1), z.maxLength(200)),
      code: z.string().check(z.minLength(1), z.maxLength(4000)),
    }),
    answer: socialAccount,
    kind: 'json',
    status: 200,
    problems: [
      'social-state-unknown',
      'social-scopes-missing',
      'social-no-channel',
      'social-other-account',
      'social-account-limit',
      'social-not-set-up',
      'social-refused',
      'social-unreachable',
    ],
  }),
  checkSocialAccount: call({
    method: 'POST',
    path: `${accountsPath}/:id/check`,
    summary: 'Ask the network whether the account still works.',
    caller: 'environment',
    right: socialAccounts('update'),
    params: idParams,
    answer: socialAccount,
    kind: 'json',
    status: 200,
    problems: ['social-not-set-up', 'social-refused', 'social-unreachable'],
  }),
  deleteSocialAccount: call({
    method: 'DELETE',
    path: `${accountsPath}/:id`,
    summary:
      'Disconnect an account: its access is given back to the network, and its posts that wait or are under way are canceled. Published ones stay.',
    caller: 'environment',
    right: socialAccounts('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const socialAccountFeature = defineFeature({
  calls: socialAccountCalls,
  problems: {
    'social-state-unknown': {
      status: 409,
      title: 'This connection was not begun here, is older than 10 minutes, or was used already',
    },
    'social-scopes-missing': { status: 409, title: 'Not all of the access that posting needs was allowed' },
    'social-no-channel': { status: 409, title: 'This account has no channel that videos can be posted to' },
    'social-other-account': { status: 409, title: 'This is not the account that must be connected again' },
    'social-account-limit': { status: 409, title: 'This environment has reached its limit of accounts' },
  },
  objects: { social_account: socialAccounts('read') },
  eventGroups: { social: ['social_account', 'social_post'] },
  events: {
    'video.social_account.connected': 'social_account',
    'video.social_account.ended': 'social_account',
    'video.social_account.deleted': 'social_account',
  },
  auditActions: ['social_account.connected', 'social_account.deleted'],
})
