import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { products } from './environments.ts'
import { profileBase as base } from './people.ts'

export const signingKey = z.object({
  /** The key ID: `kid` in the header of what it signs. */
  id: uuid,
  environmentId: uuid,
  product: z.enum(products),
  status: z.literal('active'),
  createdAt: time,
  createdBy: z.string(),
})
export type SigningKey = z.infer<typeof signingKey>

export const createKeyBody = z.object({ product: z.enum(products) })

/** RSA keys of the environment, for playback tokens. The private half is never stored. */
export const signingKeyCalls = {
  listSigningKeys: call({
    method: 'GET',
    path: `${base}/signingkeys`,
    summary: 'Signing keys of the environment, the latest first.',
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
      'Make a signing key. Its private half, a PEM file in base64, is answered this once and stored nowhere.',
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
    summary: 'Delete a signing key for ever: within a minute nothing that it signed is worth anything.',
    caller: 'environment',
    right: ['Settings', 'Signing Key', 'delete'],
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}
