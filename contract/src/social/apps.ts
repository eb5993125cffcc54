import * as z from 'zod/mini'
import { call } from '../call.ts'
import { oneLine, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { appsPath, socialAccounts } from './base.ts'
import { socialNetworks, socialPostLimits } from './values.ts'

const networkParams = z.object({ network: z.enum(socialNetworks) })

const filled = (length: number) =>
  z.string().check(z.minLength(1, messages.required), z.maxLength(length), oneLine)

/** The app of a network: with it, Kinora asks people for access to their accounts. */
export const socialApp = z.object({
  network: z.enum(socialNetworks),
  /** Null if the network is not set up. */
  clientId: z.nullable(z.string()),
  /** Whether the network has audited the app. Posts of one that it has not may stay private. */
  isAudited: z.boolean(),
  /** The address that is registered with the network, exactly. */
  redirectUri: z.string(),
  /** When the network counts from zero again. Null if it counts, as far as known. */
  quotaUntil: z.nullable(time),
  changedAt: z.nullable(time),
})
export type SocialApp = z.infer<typeof socialApp>

export const socialAppBody = z.object({
  clientId: filled(socialPostLimits.clientId),
  /** Never returned. Omitted in a change, it stays. */
  clientSecret: z.optional(filled(socialPostLimits.clientSecret)),
  isAudited: z._default(z.boolean(), false),
})

const socialAppCalls = {
  listSocialApps: call({
    method: 'GET',
    path: appsPath,
    summary: 'List the networks with their apps, and the redirect URI that is registered with each.',
    caller: 'environment',
    right: socialAccounts('read'),
    answer: z.object({ items: z.array(socialApp) }),
    kind: 'json',
    status: 200,
  }),
  setSocialApp: call({
    method: 'PUT',
    path: `${appsPath}/:network`,
    summary:
      'Enter or change the app of a network. With another client ID, its accounts must be connected again.',
    caller: 'environment',
    right: socialAccounts('update'),
    isSensitive: true,
    params: networkParams,
    body: socialAppBody,
    answer: socialApp,
    kind: 'json',
    status: 200,
    problems: ['social-secret-missing'],
  }),
  deleteSocialApp: call({
    method: 'DELETE',
    path: `${appsPath}/:network`,
    summary:
      'Remove the app of a network. Its accounts stay, and post again once they were reconnected with another app.',
    caller: 'environment',
    right: socialAccounts('delete'),
    isSensitive: true,
    params: networkParams,
    kind: 'empty',
    status: 204,
  }),
}

export const socialAppFeature = defineFeature({
  calls: socialAppCalls,
  problems: {
    'social-secret-missing': { status: 409, title: 'Enter the secret of the app' },
  },
  objects: { social_app: socialAccounts('read') },
  auditActions: ['social_app.updated', 'social_app.deleted'],
})
