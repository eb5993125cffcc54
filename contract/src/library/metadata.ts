import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, videos } from './base.ts'
import { content } from './content-fields.ts'
import { metadataTypes } from './metadata-fields.ts'

const values = z.record(z.string(), z.unknown())
export const contentChange = z.object({
  id: uuid,
  createdAt: time,
  by: z.string(),
  /** Values of the changed fields before and after the change. */
  before: values,
  after: values,
})
export type ContentChange = z.infer<typeof contentChange>

const metadataCalls = {
  listMetadataKeys: call({
    method: 'GET',
    path: `${base}/metadata_keys`,
    summary: 'List the metadata keys of the organization, most used first, for suggestions.',
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
    summary: 'List the tags of the organization, most used first, for suggestions.',
    caller: 'environment',
    right: videos('read'),
    answer: z.object({ items: z.array(z.object({ tag: z.string(), count: z.number() })) }),
    kind: 'json',
    status: 200,
  }),
  listContentChanges: call({
    method: 'GET',
    path: `${base}/contents/:id/history`,
    summary: 'List the last 100 changes of a video, newest first.',
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
    summary: 'Restore the values before a change, unless they have changed again since.',
    caller: 'environment',
    right: videos('update'),
    params: z.object({ id: uuid, changeId: uuid }),
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['in-trash', 'changed-since'],
  }),
}

export const metadataFeature = defineFeature({
  calls: metadataCalls,
})
