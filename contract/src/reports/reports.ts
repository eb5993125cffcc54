import * as z from 'zod/mini'
import { dimensions, filterFields } from '../analytics/index.ts'
import { call } from '../call.ts'
import { name, page, pageQuery, requiredOr, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { email, language } from '../identity/index.ts'
import { messages } from '../messages.gen.ts'
import { organizationParams, path, reportParams, reports } from './base.ts'
import { reportDocument } from './document.ts'
import { reportFormats, reportFrequencies, reportLimits, reportMetrics, reportRunStates } from './values.ts'

const date = z.iso.date()
const webhookAddress = z
  .url({ protocol: /^https?$/, ...requiredOr(messages.webhookUrl) })
  .check(z.maxLength(2000))

const schedule = {
  frequency: z.enum(reportFrequencies),
  /** Date on which a report is sent that is sent once. */
  sendOn: z.nullable(date),
  /** Day of a weekly report, from 1 for Monday. */
  weekday: z.nullable(z.int().check(z.minimum(1), z.maximum(7))),
  /** Day of a monthly report. In shorter months it is the last day. */
  monthDay: z.nullable(z.int().check(z.minimum(1), z.maximum(31))),
  /** Local time, such as `08:00`. */
  sendTime: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** First day on which a recurring report is sent. First day that a report covers which is sent once. */
  from: date,
  /** The last day; null if there is no end. A report that is sent once needs it. */
  to: z.nullable(date),
  timezone: z.string().check(z.minLength(1, messages.required), z.maxLength(60)),
}

/** Content of a report, without its time. */
export const questionFields = {
  metrics: z
    .array(z.enum(reportMetrics))
    .check(z.minLength(1, messages.required), z.maxLength(reportMetrics.length)),
  /** Filters in the form of the query of metrics. */
  filters: z
    .strictObject(filterFields)
    .check(z.refine((filters) => JSON.stringify(filters).length <= reportLimits.filtersLength)),
  /** Dimension by which charts have a line for each value, if the metric has it. */
  splitBy: z.nullable(z.enum(dimensions)),
}

const fields = {
  name: name.check(z.maxLength(reportLimits.nameLength)),
  recipients: z.array(email).check(z.maxLength(reportLimits.recipients)),
  ...schedule,
  ...questionFields,
  formats: z.array(z.enum(reportFormats)).check(z.maxLength(reportFormats.length)),
  language,
}

const withDefaults = {
  ...fields,
  sendOn: z._default(fields.sendOn, null),
  weekday: z._default(fields.weekday, null),
  monthDay: z._default(fields.monthDay, null),
  to: z._default(fields.to, null),
  timezone: z._default(fields.timezone, 'UTC'),
  filters: z._default(fields.filters, {}),
  splitBy: z._default(fields.splitBy, null),
  formats: z._default(fields.formats, ['pdf']),
  language: z._default(fields.language, 'en'),
  recipients: z._default(fields.recipients, []),
  /** Address of a webhook that gets the figures and links to the files. Null for none. An update without it keeps the
   * webhook. */
  webhookUrl: z.optional(z.nullable(webhookAddress)),
}

type Schedule = Pick<
  z.output<z.ZodMiniObject<typeof withDefaults>>,
  keyof typeof schedule | 'recipients' | 'webhookUrl'
>
const needs = (path: keyof Schedule, isGiven: (report: Schedule) => boolean) =>
  z.refine<Schedule>(isGiven, { path: [path], error: messages.required })

export const reportBody = z.object(withDefaults).check(
  needs('sendOn', ({ frequency, sendOn }) => frequency !== 'once' || sendOn !== null),
  needs('to', ({ frequency, to }) => frequency !== 'once' || to !== null),
  needs('weekday', ({ frequency, weekday }) => frequency !== 'weekly' || weekday !== null),
  needs('monthDay', ({ frequency, monthDay }) => frequency !== 'monthly' || monthDay !== null),
  needs('recipients', ({ recipients, webhookUrl }) => recipients.length > 0 || webhookUrl !== null),
  z.refine(({ from, to }) => to === null || from <= to, { path: ['to'], error: messages.endBeforeStart }),
)
export type ReportBody = z.output<typeof reportBody>

/** A report that is emailed on a schedule. */
export const report = z.object({
  id: uuid,
  environmentId: uuid,
  ...fields,
  /** Host of the webhook that the report is posted to. The whole address is secret. */
  webhookHost: z.nullable(z.string()),
  isPaused: z.boolean(),
  /** When it is sent next. Null if it is paused or has ended. */
  nextAt: z.nullable(time),
  lastRun: z.nullable(z.object({ id: uuid, state: z.enum(reportRunStates), at: time })),
  createdBy: z.string(),
  /** The person with whose rights the figures are computed: who changed the report last. */
  savedBy: z.string(),
  createdAt: time,
})
export type Report = z.infer<typeof report>

const savedReport = z.object({
  ...report.shape,
  /** The signing secret of a new webhook, which is returned only here. */
  webhookSecret: z.nullable(z.string()),
})
export type SavedReport = z.infer<typeof savedReport>

const problems = ['timezone-unknown'] as const

const reportCalls = {
  createReport: call({
    method: 'POST',
    path,
    summary:
      'Create a report that is emailed, or posted to a signed webhook, once, or daily, weekly or monthly. A recurring report covers the days since the previous one was due. Its figures are computed with the rights of the person who saves it.',
    caller: 'environment',
    right: reports('create'),
    params: organizationParams,
    isSensitive: true,
    body: reportBody,
    answer: savedReport,
    kind: 'json',
    status: 201,
    problems: [...problems, 'report-limit', 'url-not-allowed'],
  }),
  listReports: call({
    method: 'GET',
    path,
    summary: 'List scheduled reports, newest first. Callers whose role has a filter see only their own.',
    caller: 'environment',
    right: reports('read'),
    params: organizationParams,
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(report),
    kind: 'json',
    status: 200,
  }),
  getReport: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a scheduled report.',
    caller: 'environment',
    right: reports('read'),
    params: reportParams,
    answer: report,
    kind: 'json',
    status: 200,
  }),
  updateReport: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Replace a scheduled report. Runs that have begun do not change.',
    caller: 'environment',
    right: reports('update'),
    params: reportParams,
    isSensitive: true,
    body: reportBody,
    answer: savedReport,
    kind: 'json',
    status: 200,
    problems: [...problems, 'url-not-allowed'],
  }),
  deleteReport: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a scheduled report with its runs and their files.',
    caller: 'environment',
    right: reports('delete'),
    params: reportParams,
    kind: 'empty',
    status: 204,
  }),
  pauseReport: call({
    method: 'POST',
    path: `${path}/:id/paused`,
    summary: 'Pause a scheduled report.',
    caller: 'environment',
    right: reports('update'),
    params: reportParams,
    answer: report,
    kind: 'json',
    status: 200,
  }),
  resumeReport: call({
    method: 'POST',
    path: `${path}/:id/resume`,
    summary: 'Resume a scheduled report from now on. What was due while it was paused is not sent.',
    caller: 'environment',
    right: reports('update'),
    params: reportParams,
    answer: report,
    kind: 'json',
    status: 200,
  }),
  duplicateReport: call({
    method: 'POST',
    path: `${path}/:id/duplicate`,
    summary: 'Copy a scheduled report. The copy is paused.',
    caller: 'environment',
    right: reports('create'),
    params: reportParams,
    answer: report,
    kind: 'json',
    status: 201,
    problems: ['report-limit'],
  }),
  previewReport: call({
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'Get the content of a report without saving it: what it would cover if it were sent today, with the rights of the caller.',
    caller: 'environment',
    right: reports('read'),
    params: organizationParams,
    body: reportBody,
    answer: reportDocument,
    kind: 'json',
    status: 200,
    problems: [...problems, 'warehouse-away', 'range-too-long', 'dimension-not-possible'],
    perMinute: 60,
  }),
}

export const reportManagementFeature = defineFeature({
  calls: reportCalls,
  problems: {
    'report-limit': { status: 409, title: 'This organization has reached its limit of scheduled reports' },
  },
  messages: { endBeforeStart: 'The end must not be before the start' },
  objects: { report: reports('read') },
  eventGroups: { reports: ['report'] },
  events: {
    'video.report.paused': 'report',
    'video.report.resumed': 'report',
    'video.report.sent': 'report',
    'video.report.failed': 'report',
  },
  auditActions: [
    'report.created',
    'report.updated',
    'report.paused',
    'report.resumed',
    'report.deleted',
    'report.sent',
    'report.retried',
    'report.downloaded',
  ],
})
