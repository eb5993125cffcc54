import * as z from 'zod/mini'
import { call } from '../call.ts'
import { name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { alerts, base, orgIdParams, orgParams } from './base.ts'
import {
  alertConditions,
  alertGroupings,
  alertLimits,
  alertMetricIds,
  alertSeverities,
  alertStates,
  anomalyWindowS,
  comparedS,
  metricFacts,
} from './values.ts'

const path = `${base}/alerts`

const seconds = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))
const value = z.number().check(z.minimum(-1e12), z.maximum(1e12))
const some = <T extends z.ZodMiniType>(entry: T) =>
  z.array(entry).check(z.maxLength(alertLimits.filterValues))
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Empty lists select all. */
const filters = z.strictObject({
  /** Videos, live streams, or webhooks. */
  objectIds: z._default(some(uuid), []),
  countries: z._default(some(z.string().check(z.regex(/^[A-Z]{2}$/))), []),
  deviceTypes: z._default(some(z.string().check(z.minLength(1), z.maxLength(50))), []),
})

/** Times of the week in which nobody is notified. A window that ends before it begins lasts until the next day. */
const mute = z.object({
  /** 1 is Monday. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  from: clockTime,
  to: clockTime,
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
})
export type AlertMute = z.infer<typeof mute>

const watched = {
  metric: z.enum(alertMetricIds),
  filters: z._default(filters, { objectIds: [], countries: [], deviceTypes: [] }),
  /** One alert for all, or one for each value, at most 100. */
  groupBy: z._default(z.enum(alertGroupings), 'none'),
  /** Seconds over which the metric is computed. */
  windowS: z._default(seconds(10, alertLimits.windowS), 60),
  condition: z.enum(alertConditions),
  threshold: z._default(value, 0),
  /** Value at which the alert recovers. By default a tenth away from the threshold. */
  recovery: z._default(z.nullable(value), null),
  /** Seconds by which the compared period lies before, for `rise` and `fall`. */
  periodS: z._default(seconds(60, 28 * 86_400), 3600),
  /** Seconds that the condition must hold. */
  forS: z._default(seconds(0, alertLimits.forS), 0),
  /** Seconds that the metric must stay recovered. */
  quietS: z._default(seconds(0, alertLimits.forS), 60),
}

const ruleFields = {
  name,
  ...watched,
  severity: z._default(z.enum(alertSeverities), 'warning'),
  channelIds: z._default(z.array(uuid).check(z.maxLength(alertLimits.channelsPerRule)), []),
  /** Seconds between reminders of an open alert. Null for none. */
  remindS: z._default(z.nullable(seconds(300, 7 * 86_400)), null),
  /** Seconds after which `escalateIds` are notified of an alert that nobody has acknowledged. Null for never. */
  escalateS: z._default(z.nullable(seconds(60, 86_400)), null),
  /** Channels that are notified of alerts that nobody acknowledges. */
  escalateIds: z._default(z.array(uuid).check(z.maxLength(alertLimits.channelsPerRule)), []),
  mutes: z._default(z.array(mute).check(z.maxLength(alertLimits.mutes)), []),
}

interface Watched {
  readonly metric: (typeof alertMetricIds)[number]
  readonly groupBy: (typeof alertGroupings)[number]
  readonly condition: (typeof alertConditions)[number]
  readonly threshold: number
  readonly recovery: number | null
  readonly windowS: number
  readonly periodS: number
}

/** Checks that the metric can be watched so. */
const isPossible = [
  z.refine<Watched>(({ metric, groupBy }) => metricFacts(metric).groupings.includes(groupBy), {
    path: ['groupBy'],
    error: messages.alertGrouping,
  }),
  z.refine<Watched>(
    ({ condition, threshold, recovery }) =>
      recovery === null || (condition === 'below' ? recovery >= threshold : recovery <= threshold),
    { path: ['recovery'], error: messages.alertRecovery },
  ),
  z.refine<Watched>(
    ({ metric, condition, windowS, periodS }) =>
      comparedS({ condition, periodS }) === 0 ||
      metricFacts(metric).historyS >= windowS + comparedS({ condition, periodS }),
    { path: ['periodS'], error: messages.alertPeriod },
  ),
  z.refine<Watched>(
    ({ condition, windowS }) =>
      condition !== 'anomaly' || (windowS >= anomalyWindowS.least && windowS <= anomalyWindowS.most),
    { path: ['windowS'], error: messages.alertWindow },
  ),
] as const

export const ruleBody = z.object(ruleFields).check(
  ...isPossible,
  z.refine(({ escalateS, escalateIds }) => escalateS === null || escalateIds.length > 0, {
    path: ['escalateIds'],
    error: messages.required,
  }),
)
export const previewBody = z.object(watched).check(...isPossible)

/** An alert that is open. */
const openAlert = z.object({
  incidentId: uuid,
  key: z.string(),
  label: z.string(),
  value: z.nullable(z.number()),
  openedAt: time,
})

export const alertRule = z.object({
  id: uuid,
  organizationId: uuid,
  environmentId: uuid,
  ...z.object(ruleFields).shape,
  enabled: z.boolean(),
  state: z.enum(alertStates),
  /** Alerts that are open, at most 100. */
  open: z.array(openAlert),
  /** Incidents of each of the last seven days, the oldest first. */
  fired: z.array(z.number()),
  lastFiredAt: z.nullable(time),
  /** Nobody is notified now, because of a mute window. */
  isMuted: z.boolean(),
  /** Since when the rule is not evaluated, because its values cannot be read. Null if it works. */
  staleSince: z.nullable(time),
  createdAt: time,
  changedAt: time,
  changedBy: z.string(),
})
export type AlertRule = z.infer<typeof alertRule>

const preview = z.object({
  /** How often the rule would have fired. Null if the metric has no history. */
  fired: z.nullable(z.number()),
  from: time,
  to: time,
  stepS: z.number(),
  /** The groups that fired most often, at most 10. */
  groups: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      fired: z.number(),
      points: z.array(z.object({ at: time, value: z.nullable(z.number()) })),
      alerts: z.array(z.object({ from: time, to: z.nullable(time) })),
    }),
  ),
})
export type AlertPreview = z.infer<typeof preview>

const ruleCalls = {
  listAlertRules: call({
    method: 'GET',
    path,
    summary: 'List the alert rules of the environment by name.',
    caller: 'environment',
    right: alerts('read'),
    params: orgParams,
    query: z.object({
      ...pageQuery,
      phrase: z.optional(z.string().check(z.maxLength(200))),
      state: z.optional(z.enum(['firing', 'quiet', 'off'])),
      severity: z.optional(z.enum(alertSeverities)),
    }),
    answer: z.object({
      ...page(alertRule).shape,
      /** Rules of the environment, and those that are enabled. */
      rules: z.number(),
      enabled: z.number(),
    }),
    kind: 'json',
    status: 200,
  }),
  createAlertRule: call({
    method: 'POST',
    path,
    summary: 'Create an alert rule. It is evaluated every few seconds.',
    caller: 'environment',
    right: alerts('create'),
    params: orgParams,
    body: ruleBody,
    answer: alertRule,
    kind: 'json',
    status: 201,
    problems: ['alert-rule-limit', 'timezone-unknown'],
  }),
  previewAlertRule: call({
    method: 'POST',
    path: `${base}/alert_previews`,
    summary:
      'Compute how often a rule would have fired in the last seven days, or as far back as its metric is known.',
    caller: 'environment',
    right: alerts('read'),
    params: orgParams,
    body: previewBody,
    answer: preview,
    kind: 'json',
    status: 200,
    problems: ['warehouse-away'],
    perMinute: 60,
  }),
  getAlertRule: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an alert rule.',
    caller: 'environment',
    right: alerts('read'),
    params: orgIdParams,
    answer: alertRule,
    kind: 'json',
    status: 200,
  }),
  updateAlertRule: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Replace an alert rule. If what it watches changes, its open alerts end with the reason `rule-changed`.',
    caller: 'environment',
    right: alerts('update'),
    params: orgIdParams,
    body: ruleBody,
    answer: alertRule,
    kind: 'json',
    status: 200,
    problems: ['timezone-unknown'],
  }),
  deleteAlertRule: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an alert rule. Its open alerts end.',
    caller: 'environment',
    right: alerts('delete'),
    params: orgIdParams,
    kind: 'empty',
    status: 204,
  }),
  enableAlertRule: call({
    method: 'POST',
    path: `${path}/:id/enable`,
    summary: 'Enable an alert rule.',
    caller: 'environment',
    right: alerts('update'),
    params: orgIdParams,
    answer: alertRule,
    kind: 'json',
    status: 200,
  }),
  disableAlertRule: call({
    method: 'POST',
    path: `${path}/:id/disable`,
    summary: 'Disable an alert rule. Its open alerts end.',
    caller: 'environment',
    right: alerts('update'),
    params: orgIdParams,
    answer: alertRule,
    kind: 'json',
    status: 200,
  }),
}

export const alertRuleFeature = defineFeature({
  calls: ruleCalls,
  problems: {
    'alert-rule-limit': { status: 409, title: 'This organization has reached its limit of alert rules' },
  },
  messages: {
    alertGrouping: 'This metric cannot be grouped so',
    alertRecovery: 'The recovery value must be on the good side of the threshold',
    alertWindow: 'Choose a window from a minute to an hour',
    alertPeriod: 'The values of this period are not known',
  },
  objects: { alert: alerts('read') },
  events: {
    'alert.created': 'alert',
    'alert.updated': 'alert',
    'alert.enabled': 'alert',
    'alert.disabled': 'alert',
    'alert.deleted': 'alert',
  },
  auditActions: ['alert.created', 'alert.updated', 'alert.enabled', 'alert.disabled', 'alert.deleted'],
})
