import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, oneLine, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { profileBase as base, environment, environmentTypes } from './people.ts'

export const products = ['video', 'data', 'system'] as const

const environmentName = z.string(messages.environmentName).check(
  z.minLength(1, messages.environmentName),
  z.maxLength(100),
  oneLine,
  z.refine((value) => value.trim() === value, messages.environmentName),
)
const environmentType = z.enum(environmentTypes, messages.environmentName)

export const createEnvironmentBody = z.object({
  organizationId: uuid,
  name: environmentName,
  type: environmentType,
})
export const updateEnvironmentBody = z.object({
  name: environmentName,
  type: environmentType,
  viewerPrivacy: z.optional(z.boolean()),
})

/** With the fields of the list of environments. */
export const countedEnvironment = z.object({
  ...environment.shape,
  apiTokens: z.number(),
  signingKeys: z.number(),
})
export type CountedEnvironment = z.infer<typeof countedEnvironment>

const environmentCalls = {
  listEnvironments: call({
    method: 'GET',
    path: `${base}/environments`,
    summary:
      'List the environments of the organization, oldest first, with their number of valid tokens and keys.',
    caller: 'organization',
    tenantIn: 'query',
    right: ['Environments', 'Environment', 'read'],
    query: z.object({ organizationId: uuid }),
    answer: z.object({ items: z.array(countedEnvironment) }),
    kind: 'json',
    status: 200,
  }),
  createEnvironment: call({
    method: 'POST',
    path: `${base}/environments`,
    summary: 'Create an environment in an organization.',
    caller: 'organization',
    tenantIn: 'body',
    right: ['Environments', 'Environment', 'create'],
    body: createEnvironmentBody,
    answer: environment,
    kind: 'json',
    status: 201,
    problems: ['name-taken', 'limit-reached'],
  }),
  updateEnvironment: call({
    method: 'PUT',
    path: `${base}/environments/:id`,
    summary:
      'Change the name and type of an environment, and whether its views are kept without a city and without an ID of the viewer (`viewerPrivacy`).',
    caller: 'environment',
    tenantIn: 'path',
    right: ['Environments', 'Environment', 'update'],
    params: idParams,
    body: updateEnvironmentBody,
    answer: environment,
    kind: 'json',
    status: 200,
    problems: ['name-taken'],
  }),
  listEnvironmentTypes: call({
    method: 'GET',
    path: `${base}/environment-types`,
    summary: 'List the four types of environment.',
    caller: 'user',
    answer: z.object({ items: z.array(z.object({ id: z.enum(environmentTypes) })) }),
    kind: 'json',
    status: 200,
  }),
  listProductTypes: call({
    method: 'GET',
    path: `${base}/product-types`,
    summary: 'List the purposes of signing keys.',
    caller: 'user',
    answer: z.object({ items: z.array(z.object({ id: z.enum(products) })) }),
    kind: 'json',
    status: 200,
  }),
}

export const environmentFeature = defineFeature({
  calls: environmentCalls,
  messages: {
    environmentName: 'This field is required without space at start/end/only space',
  },
  objects: {
    environment: null,
  },
  events: {
    'environment.created': 'environment',
    'environment.updated': 'environment',
  },
  auditActions: ['environment.created', 'environment.updated'],
})
