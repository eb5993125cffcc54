import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { base, videos } from './base.ts'
import { content } from './contents.ts'
import { metadataTypes } from './metadata.ts'

const values = z.record(z.string(), z.unknown())
export const contentChange = z.object({
  id: uuid,
  createdAt: time,
  by: z.string(),
  /** The fields that changed, as they were and as they became. */
  before: values,
  after: values,
})
export type ContentChange = z.infer<typeof contentChange>

export const metadataCalls = {
  listMetadataKeys: call({
    method: 'GET',
    path: `${base}/metadata_keys`,
    summary: 'Keys of metadata in use in the organisation, the most used first: what to suggest.',
    caller: 'environment',
    right: videos('read'),
    answer: z.object({
      items: z.array(z.object({ key: z.string(), type: z.enum(metadataTypes), count: z.number() })),
    }),
    kind: 'json',
    status: 200,
  }),
  listTags: call({
    method: 'GET',
    path: `${base}/tags`,
    summary: 'Tags in use in the organisation, the most used first: what to suggest.',
    caller: 'environment',
    right: videos('read'),
    answer: z.object({ items: z.array(z.object({ tag: z.string(), count: z.number() })) }),
    kind: 'json',
    status: 200,
  }),
  listContentChanges: call({
    method: 'GET',
    path: `${base}/contents/:id/history`,
    summary: 'What was changed of a video, the latest 100 first.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: z.object({ items: z.array(contentChange) }),
    kind: 'json',
    status: 200,
  }),
  undoContentChange: call({
    method: 'POST',
    path: `${base}/contents/:id/history/:changeId/undo`,
    summary: 'Put back what a change replaced, unless it was changed again since.',
    caller: 'environment',
    right: videos('update'),
    params: z.object({ id: uuid, changeId: uuid }),
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['in-trash', 'changed-since'],
  }),
}
