import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { profileBase as base, organization } from './people.ts'

export const createOrganizationBody = z.object({ name })

export const logoLimits = { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 512 * 1024 } as const

/** An image as a data URL, at most 512 KiB. */
const logo = z
  .string()
  .check(
    z.maxLength(720_000),
    z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, messages.image),
  )

export const updateOrganizationBody = z.object({
  name: z.optional(name),
  /** The title that the console shows for this organization, or null for its default title. */
  title: z.optional(z.nullable(name)),
  /** Null removes the logo. */
  logo: z.optional(z.nullable(logo)),
})

const organizationCalls = {
  createOrganization: call({
    method: 'POST',
    path: `${base}/organizations/create`,
    summary:
      'Create an organization with a first environment of type production. The caller becomes its owner.',
    caller: 'user',
    isPersonal: true,
    body: createOrganizationBody,
    answer: organization,
    kind: 'json',
    status: 201,
    problems: ['limit-reached'],
  }),
  updateOrganization: call({
    method: 'PUT',
    path: `${base}/organizations/:id`,
    summary: 'Change the name, title and logo of an organization.',
    caller: 'organization',
    right: ['Settings', 'User', 'update'],
    params: idParams,
    body: updateOrganizationBody,
    answer: organization,
    kind: 'json',
    status: 200,
    problems: ['image-unreadable'],
    perMinute: 20,
  }),
  getOrganizationLogo: call({
    method: 'GET',
    path: `${base}/organizations/:id/logo`,
    summary: 'Get the logo of an organization, a square PNG.',
    caller: 'none',
    params: idParams,
    /** Changes with the logo, because responses are cached. */
    query: z.object({ version: z.optional(z.string().check(z.maxLength(100))) }),
    kind: 'file',
    status: 200,
  }),
}

export const organizationFeature = defineFeature({
  calls: organizationCalls,
  objects: {
    organization: null,
  },
  auditActions: ['organization.created', 'organization.updated', 'organization.standing.changed'],
})
