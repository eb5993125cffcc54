import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'
import { savedViewLimits } from './values.ts'

/** Lists of the console with saved views. */
export const viewLists = ['videos', 'social', 'dam', 'moments'] as const

/** Filters and order, as in the URL of the list in the console. */
const viewSearch = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .check(
    z.refine(
      (search) => JSON.stringify(search).length <= savedViewLimits.searchLength,
      messages.viewTooLarge,
    ),
  )
export type ViewSearch = z.infer<typeof viewSearch>

/** A named set of filters and order of a list. */
export const savedView = z.object({
  id: uuid,
  list: z.enum(viewLists),
  name: z.string(),
  search: viewSearch,
  /** Visible to everybody in the environment; otherwise only to its owner. */
  isShared: z.boolean(),
  /** The caller created it. */
  isMine: z.boolean(),
  createdBy: z.string(),
  createdAt: time,
  updatedAt: time,
})
export type SavedView = z.infer<typeof savedView>

const viewName = name.check(z.maxLength(savedViewLimits.nameLength))

export const createSavedViewBody = z.object({
  list: z.enum(viewLists),
  name: viewName,
  search: viewSearch,
  isShared: z._default(z.boolean(), false),
})
export const updateSavedViewBody = z.object({
  name: z.optional(viewName),
  search: z.optional(viewSearch),
  isShared: z.optional(z.boolean()),
})

const path = `${base}/saved_views`

/** Private views require only the right to read; the server checks more for shared views. */
const savedViewCalls = {
  listSavedViews: call({
    method: 'GET',
    path,
    summary:
      "List the saved views of a list by name: the caller's own and the shared ones. API tokens get only shared views.",
    caller: 'environment',
    right: videos('read'),
    query: z.object({ list: z.enum(viewLists) }),
    answer: z.object({ items: z.array(savedView) }),
    kind: 'json',
    status: 200,
  }),
  createSavedView: call({
    method: 'POST',
    path,
    summary: 'Save a view of a list: a private one or, with the right to update videos, a shared one.',
    caller: 'environment',
    right: videos('read'),
    body: createSavedViewBody,
    answer: savedView,
    kind: 'json',
    status: 201,
    problems: ['person-only', 'name-taken', 'limit-reached'],
  }),
  updateSavedView: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      "Rename, change, share or unshare a saved view. Omitted fields stay unchanged. Shared views require the right to update videos; only the search of another person's shared view can be changed.",
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    body: updateSavedViewBody,
    answer: savedView,
    kind: 'json',
    status: 200,
    problems: ['name-taken', 'limit-reached'],
  }),
  deleteSavedView: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: "Delete a saved view. Another person's shared view requires the right to delete videos.",
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const savedViewFeature = defineFeature({
  calls: savedViewCalls,
  messages: {
    viewTooLarge: 'This view is too large to save',
  },
  objects: {
    saved_view: ['Videos', 'Video', 'read'],
  },
  auditActions: ['saved_view.shared', 'saved_view.updated', 'saved_view.unshared', 'saved_view.deleted'],
})
