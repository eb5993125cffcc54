import * as z from 'zod/mini'
import { call } from '../call.ts'
import { page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { downloadLink } from '../library/index.ts'
import { path, reportParams, reports, runParams } from './base.ts'
import { reportFormats, reportReasons, reportRunStates } from './values.ts'

/** One time that a report was sent, or should have been. */
export const reportRun = z.object({
  id: uuid,
  reportId: uuid,
  /** The local date that the run belongs to. A schedule has one run a date. */
  localDate: z.iso.date(),
  trigger: z.enum(['schedule', 'person']),
  state: z.enum(reportRunStates),
  reason: z.nullable(z.enum(reportReasons)),
  /** Kinora was not running when it was due. */
  isLate: z.boolean(),
  /** The covered time. The end is exclusive. */
  from: time,
  to: time,
  dueAt: time,
  endedAt: z.nullable(time),
  files: z.array(z.object({ format: z.enum(reportFormats), bytes: z.number() })),
  recipients: z.object({ total: z.number(), sent: z.number(), failed: z.number() }),
  /** The request to the webhook of the report. Null if there was none. */
  webhook: z.nullable(
    z.object({
      host: z.string(),
      state: z.enum(['due', 'sending', 'sent', 'failed']),
      attempts: z.number(),
      fault: z.nullable(z.string()),
    }),
  ),
})
export type ReportRun = z.infer<typeof reportRun>

const runCalls = {
  listReportRuns: call({
    method: 'GET',
    path: `${path}/:id/runs`,
    summary: 'List the runs of a scheduled report, newest first. They are kept for 90 days with their files.',
    caller: 'environment',
    right: reports('read'),
    params: reportParams,
    query: z.object(pageQuery),
    answer: page(reportRun),
    kind: 'json',
    status: 200,
  }),
  sendReport: call({
    method: 'POST',
    path: `${path}/:id/send`,
    summary:
      'Send a scheduled report now to all its recipients, with the figures of its last complete period. The schedule does not change.',
    caller: 'environment',
    right: reports('update'),
    params: reportParams,
    answer: reportRun,
    kind: 'json',
    status: 201,
    problems: ['report-busy'],
    perMinute: 20,
  }),
  retryReportRun: call({
    method: 'POST',
    path: `${path}/:id/runs/:runId/retry`,
    summary: 'Try a failed run again, or send the emails that failed. Nobody gets an email twice.',
    caller: 'environment',
    right: reports('update'),
    params: runParams,
    answer: reportRun,
    kind: 'json',
    status: 200,
    problems: ['report-busy'],
    perMinute: 20,
  }),
  linkReportFile: call({
    method: 'POST',
    path: `${path}/:id/runs/:runId/link`,
    summary: 'Create a download link for a file of a run, valid for an hour.',
    caller: 'environment',
    right: reports('read'),
    params: runParams,
    body: z.object({ format: z.enum(reportFormats) }),
    answer: downloadLink,
    kind: 'json',
    status: 201,
  }),
}

export const reportRunFeature = defineFeature({
  calls: runCalls,
  problems: {
    'report-busy': { status: 409, title: 'This report is being sent' },
  },
})
