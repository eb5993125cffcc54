import * as z from 'zod/mini'
import { call } from '../call.ts'
import { defineFeature } from '../feature.ts'
import { base, problems, read } from './base.ts'
import {
  analyticsLimits,
  dataFields,
  figures,
  filterQuery,
  filterValues,
  metricEntry,
  rangeFields,
  totals,
} from './metric-fields.ts'
import { dimensions, exportTables, figureFormats, metricIds } from './values.ts'

const figureFields = {
  ...dataFields,
  metric: z._default(z.enum(metricIds), 'views'),
}

const figureCalls = {
  getViews: call({
    method: 'GET',
    path: `${base}/views`,
    summary:
      'Get a metric over time. The default `interval` is a day for ranges over a day, otherwise an hour; days begin at midnight in `timezone`. `splitBy` adds a series for each of the 8 largest values of a dimension, `groupBy` adds a row for each of the 100 largest values (250 countries, or at most `limit`), with the number of all values in `groups` and those beyond together in `others`, as `otherSplits` for series, and `compareWithPeriod` adds the previous period. Filters take several values, separated by commas or as repeated parameters, whose commas are part of their values; `missing` names dimensions that may be empty. `series=false` omits the series. `organisation` without an environment covers all environments of the organization in which the caller has the right. All calls of the data service accept the same parameters: `notes` names those that a call has no use for, and conditions on dimensions that a metric lacks, which select nothing.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object({
      ...figureFields,
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(analyticsLimits.countries))),
      series: z._default(z.boolean(), true),
    }),
    answer: figures,
    kind: 'json',
    status: 200,
    problems,
  }),
  getTotals: call({
    method: 'GET',
    path: `${base}/totals`,
    summary: 'Get the totals of several metrics for the same views.',
    caller: 'environment',
    right: read,
    query: z.object({
      ...rangeFields,
      ...filterQuery,
      metrics: z.array(z.enum(metricIds)).check(z.minLength(1), z.maxLength(metricIds.length)),
      compareWithPeriod: z._default(z.boolean(), false),
    }),
    answer: totals,
    kind: 'json',
    status: 200,
    problems,
  }),
  exportFigures: call({
    method: 'GET',
    path: `${base}/export`,
    summary:
      'Get metrics as a file: the `series` of a chart, all `rows` of `groupBy` (at most 1,000,000), or the newest 10,000 `views`. The default `interval` is half an hour, for ranges over 31 days a day. Formulas are neutralized. The header `kinora-notes` has the notes.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object({
      ...figureFields,
      table: z._default(z.enum(exportTables), 'series'),
      format: z._default(z.enum(figureFormats), 'csv'),
    }),
    kind: 'file',
    status: 200,
    problems: [...problems, 'group-missing'],
    perMinute: 20,
  }),
  getFilterValues: call({
    method: 'GET',
    path: `${base}/filters`,
    summary:
      'Get the values of a dimension in a time range, most views first. Without `dimension`, the first 20 values of each common dimension. Filters on other dimensions limit the views that count.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object({
      ...dataFields,
      dimension: z.optional(z.enum(dimensions)),
      phrase: z.optional(z.string().check(z.maxLength(analyticsLimits.filterLength))),
    }),
    answer: filterValues,
    kind: 'json',
    status: 200,
    problems,
  }),
  listMetrics: call({
    method: 'GET',
    path: `${base}/metrics`,
    summary: 'List all metrics with definition, unit, formula and source.',
    caller: 'environment',
    right: read,
    answer: z.object({ items: z.array(metricEntry) }),
    kind: 'json',
    status: 200,
  }),
}

export const figureFeature = defineFeature({
  calls: figureCalls,
  problems: {
    'group-missing': { status: 400, title: 'Rows require a dimension in groupBy' },
  },
})
