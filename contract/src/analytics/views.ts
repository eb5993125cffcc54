import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, problems, read } from './base.ts'
import { dataFields, filterQuery, rangeFields } from './metric-fields.ts'
import { viewDetails, viewErrors, viewList } from './view-fields.ts'

const viewCalls = {
  getViewErrors: call({
    method: 'GET',
    path: `${base}/views/errors`,
    summary:
      'Get the errors that ended views in a time range, most frequent first. `groupBy` adds failures by dimension value. `statusCode` counts only views with such a response to one of their requests.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object(dataFields),
    answer: viewErrors,
    kind: 'json',
    status: 200,
    problems,
  }),
  listViews: call({
    method: 'GET',
    path: `${base}/views/details`,
    summary:
      'List the views of a time range, newest first, 50 per page. `errorCode` lists only views that ended with this error.',
    caller: 'environment',
    right: read,
    query: z.object({
      ...rangeFields,
      ...filterQuery,
      errorCode: z.optional(z.string().check(z.maxLength(40))),
      before: z.optional(z.string().check(z.regex(/^\d{1,13}-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))),
    }),
    answer: viewList,
    kind: 'json',
    status: 200,
    problems,
  }),
  getView: call({
    method: 'GET',
    path: `${base}/views/details/:id`,
    summary:
      'Get a view with the events that its player reported. Events are kept for 90 days. `at`, the start of the view, makes the lookup faster.',
    caller: 'environment',
    right: read,
    params: z.object({ id: uuid }),
    query: z.object({ at: z.optional(time) }),
    answer: viewDetails,
    kind: 'json',
    status: 200,
    problems: ['warehouse-away'],
  }),
}

export const viewFeature = defineFeature({
  calls: viewCalls,
})
