import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { base, videos } from './base.ts'

/** Lists of the console that are looked at in more than one way. */
export const viewLists = ['videos', 'social', 'dam'] as const

export const savedViewLimits = {
  /** A person's own of one list. */
  own: 50,
  /** Shared ones of one list in an environment. */
  shared: 200,
  nameLength: 60,
  /** Characters of its JSON. */
  searchLength: 4096,
} as const

/** Filters and order, as the list's address in the console has them. */
const viewSearch = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .check(
    z.refine(
      (search) => JSON.stringify(search).length <= savedViewLimits.searchLength,
      messages.viewTooLarge,
    ),
  )
export type ViewSearch = z.infer<typeof viewSearch>

/** A way to look at a list, kept by name. */
export const savedView = z.object({
  id: uuid,
  list: z.enum(viewLists),
  name: z.string(),
  search: viewSearch,
  /** Everybody in the environment sees it; otherwise only whoever made it. */
  isShared: z.boolean(),
  /** Made by whoever asks. */
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

/** Reading is what one's own need; the server asks for more where others see what is changed. */
export const savedViewCalls = {
  listSavedViews: call({
    method: 'GET',
    path,
    summary:
      "Saved views of a list by name: the person's own and those that others share. An API token sees the shared ones.",
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
    summary:
      'Keep what a list shows under a name, for oneself or, with the right to update videos, for everybody in the environment.',
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
      'Rename, replace, share or unshare a saved view; what is left out stays. What is shared needs the right to update videos; of what somebody else shares only the search changes.',
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
    summary: 'Delete a saved view. One that somebody else shares needs the right to delete videos.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}
