import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, read } from './base.ts'
import { filterFields } from './metric-fields.ts'
import { dimensions, favouriteLimits, rangePresets } from './values.ts'

/** The settings of the analytics screen that a favorite stores. Null for settings that it does not change. */
const choices = {
  /** Filters in the form of the query of metrics. */
  filters: z
    .strictObject(filterFields)
    .check(z.refine((filters) => JSON.stringify(filters).length <= favouriteLimits.filtersLength)),
  splitBy: z.nullable(z.enum(dimensions)),
  groupBy: z.nullable(z.enum(dimensions)),
  range: z.nullable(z.enum(rangePresets)),
}

/** Filters of the analytics screen, saved by a person under a name. */
export const favouriteFilter = z.object({
  id: uuid,
  name: z.string(),
  ...choices,
  createdAt: time,
  updatedAt: time,
})
export type FavouriteFilter = z.infer<typeof favouriteFilter>

const favouriteName = name.check(z.maxLength(favouriteLimits.nameLength))
const path = `${base}/favourite_filters`

const favouriteCalls = {
  listFavouriteFilters: call({
    method: 'GET',
    path,
    summary: "List the caller's favourite filters of the environment by name. API tokens have none.",
    caller: 'environment',
    right: read,
    answer: z.object({ items: z.array(favouriteFilter) }),
    kind: 'json',
    status: 200,
  }),
  createFavouriteFilter: call({
    method: 'POST',
    path,
    summary: 'Save filters under a name, for the caller only. A person can have 50 in an environment.',
    caller: 'environment',
    right: read,
    body: z.object({
      name: favouriteName,
      filters: choices.filters,
      splitBy: z._default(choices.splitBy, null),
      groupBy: z._default(choices.groupBy, null),
      range: z._default(choices.range, null),
    }),
    answer: favouriteFilter,
    kind: 'json',
    status: 201,
    problems: ['person-only', 'name-taken', 'limit-reached'],
  }),
  updateFavouriteFilter: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Rename or change a favourite filter of the caller. Omitted fields stay unchanged.',
    caller: 'environment',
    right: read,
    params: idParams,
    body: z.object({
      name: z.optional(favouriteName),
      filters: z.optional(choices.filters),
      splitBy: z.optional(choices.splitBy),
      groupBy: z.optional(choices.groupBy),
      range: z.optional(choices.range),
    }),
    answer: favouriteFilter,
    kind: 'json',
    status: 200,
    problems: ['name-taken'],
  }),
  deleteFavouriteFilter: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a favourite filter of the caller.',
    caller: 'environment',
    right: read,
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const favouriteFeature = defineFeature({
  calls: favouriteCalls,
})
