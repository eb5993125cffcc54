import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { products } from './environments.ts'
import { profileBase as base } from './people.ts'

export const signingKey = z.object({
  /** The key ID: `kid` in the header of signed tokens. */
  id: uuid,
  environmentId: uuid,
  product: z.enum(products),
  status: z.literal('active'),
  createdAt: time,
  createdBy: z.string(),
})
export type SigningKey = z.infer<typeof signingKey>

export const createKeyBody = z.object({ product: z.enum(products) })

/** RSA keys of the environment, for playback tokens. The private key is never stored. */
const signingKeyCalls = {
  listSigningKeys: call({
    method: 'GET',
    path: `${base}/signingkeys`,
    summary: 'List the signing keys of the environment, newest first.',
    caller: 'environment',
    right: ['Settings', 'Signing Key', 'read'],
    query: z.object(pageQuery),
    answer: page(signingKey),
    kind: 'json',
    status: 200,
  }),
  createSigningKey: call({
    method: 'POST',
    path: `${base}/signingkeys`,
    summary:
      'Create a signing key. The private key, a base64-encoded PEM file, is returned only in this response and is not stored.',
    caller: 'environment',
    right: ['Settings', 'Signing Key', 'create'],
    isSensitive: true,
    body: createKeyBody,
    answer: z.object({ ...signingKey.shape, privateKey: z.string() }),
    kind: 'json',
    status: 201,
    perMinute: 30,
  }),
  deleteSigningKey: call({
    method: 'DELETE',
    path: `${base}/signingkeys/:id`,
    summary: 'Delete a signing key permanently. Its tokens stop working within a minute.',
    caller: 'environment',
    right: ['Settings', 'Signing Key', 'delete'],
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const signingKeyFeature = defineFeature({
  calls: signingKeyCalls,
  objects: {
    signing_key: ['Settings', 'Signing Key', 'read'],
  },
  events: {
    'signing_key.created': 'signing_key',
    'signing_key.deleted': 'signing_key',
  },
  auditActions: ['signing_key.created', 'signing_key.deleted'],
})
