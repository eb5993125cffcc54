import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { alerts, base, orgIdParams, orgParams } from './base.ts'
import {
  alertChangeKinds,
  alertChannelKinds,
  alertConditions,
  alertEndReasons,
  alertLimits,
  alertMessageStates,
  alertMetricIds,
  alertSeverities,
} from './values.ts'

const path = `${base}/alert_incidents`

/** The time from when a rule fired for one group until it recovered. */
const incidentFields = {
  id: uuid,
  environmentId: uuid,
  /** The rule may have been deleted. */
  ruleId: uuid,
  ruleName: z.string(),
  metric: z.enum(alertMetricIds),
  condition: z.enum(alertConditions),
  threshold: z.number(),
  severity: z.enum(alertSeverities),
  key: z.string(),
  /** The name of the live stream, the country and so on. Empty if the rule does not group. */
  label: z.string(),
  /** Counts the incidents of the rule for this group, from 1. */
  number: z.number(),
  /** The value when it opened. */
  value: z.nullable(z.number()),
  openedAt: time,
  /** It was found later, because Kinora did not run. */
  isLate: z.boolean(),
  resolvedAt: z.nullable(time),
  endReason: z.nullable(z.enum(alertEndReasons)),
  acknowledgedAt: z.nullable(time),
  acknowledgedBy: z.nullable(z.string()),
  isMuted: z.boolean(),
} as const

export const incident = z.object(incidentFields)
export type AlertIncident = z.infer<typeof incident>

const change = z.object({
  id: uuid,
  kind: z.enum(alertChangeKinds),
  at: time,
  value: z.nullable(z.number()),
  by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  messages: z.array(
    z.object({
      /** Sent with the message, so that receivers can drop a repeated one. */
      id: uuid,
      channelName: z.string(),
      channelKind: z.enum(alertChannelKinds),
      state: z.enum(alertMessageStates),
      attempts: z.number(),
      sentAt: z.nullable(time),
      fault: z.nullable(z.string()),
      /** The start of the provider's response to an SMS. */
      answer: z.nullable(z.string()),
    }),
  ),
})

export const incidentDetail = z.object({
  ...incidentFields,
  /** The oldest first. */
  changes: z.array(change),
  /** Values around the incident, if the metric has a history. */
  points: z.array(z.object({ at: time, value: z.nullable(z.number()) })),
})
export type AlertIncidentDetail = z.infer<typeof incidentDetail>

const note = z.string().check(
  z.minLength(1, messages.required),
  z.maxLength(alertLimits.noteLength),
  z.refine((text) => text.trim() === text, messages.whiteSpace),
)
export const noteBody = z.object({ text: note })

const incidentCalls = {
  listAlertIncidents: call({
    method: 'GET',
    path,
    summary: 'List alerts that fired, newest first. With `open` those that fire now, critical ones first.',
    caller: 'environment',
    right: alerts('read'),
    params: orgParams,
    query: z.object({
      ...cursorQuery,
      state: z._default(z.enum(['open', 'all']), 'all'),
      ruleId: z.optional(uuid),
    }),
    answer: z.object({
      ...cursorPage(incident).shape,
      /** Number of open alerts of the environment. */
      open: z.number(),
      /** Number of channels that Kinora has disabled, because they kept failing. */
      disabledChannels: z.number(),
    }),
    kind: 'json',
    status: 200,
  }),
  getAlertIncident: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an alert that fired, with its timeline.',
    caller: 'environment',
    right: alerts('read'),
    params: orgIdParams,
    answer: incidentDetail,
    kind: 'json',
    status: 200,
  }),
  acknowledgeAlert: call({
    method: 'POST',
    path: `${path}/:id/acknowledge`,
    summary: 'Acknowledge an open alert. Its reminders stop.',
    caller: 'environment',
    right: alerts('update'),
    params: orgIdParams,
    answer: incidentDetail,
    kind: 'json',
    status: 200,
    problems: ['alert-ended'],
  }),
  addAlertNote: call({
    method: 'POST',
    path: `${path}/:id/notes`,
    summary: 'Add a note to the timeline of an alert.',
    caller: 'environment',
    right: alerts('update'),
    params: orgIdParams,
    body: noteBody,
    answer: incidentDetail,
    kind: 'json',
    status: 200,
    problems: ['alert-note-limit'],
  }),
}

export const alertIncidentFeature = defineFeature({
  calls: incidentCalls,
  problems: {
    'alert-ended': { status: 409, title: 'This alert has ended' },
    'alert-note-limit': { status: 409, title: 'This alert has reached its limit of notes' },
  },
  objects: { alert_incident: alerts('read') },
  events: {
    'alert.opened': 'alert_incident',
    'alert.resolved': 'alert_incident',
    'alert.acknowledged': 'alert_incident',
  },
  auditActions: ['alert.acknowledged', 'alert.noted'],
})
